//! Compression of the API's answers; the page's files are stored with their compressed forms.

use axum::{body::HttpBody, http::Response};
use std::ops::RangeInclusive;
use tower_http::{
    CompressionLevel,
    compression::{CompressionLayer, Predicate},
};

/// The sizes of answers that are compressed, in bytes. Smaller ones gain nothing. A larger one might be too
/// large for the socket's buffer even when it is compressed, and a client that does not read it would keep
/// the compressor's memory in use.
const COMPRESSED: RangeInclusive<u64> = 1024..=512 * 1024;

/// Compresses answers whose size is known. Streams are left alone: their lines must arrive at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfKnownSize;

impl Predicate for OfKnownSize {
    fn should_compress<B: HttpBody>(&self, response: &Response<B>) -> bool {
        response.body().size_hint().exact().is_some_and(|size| COMPRESSED.contains(&size))
    }
}

pub(crate) fn layer() -> CompressionLayer<OfKnownSize> {
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(OfKnownSize)
}
