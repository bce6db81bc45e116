//! Requests written as JSON, which is how pages send them and the shortest way to write them.

use ludoteca_view::Failure;
use serde::de::DeserializeOwned;

/// Parses a request; rejects it as the page's API does.
pub(crate) fn request<T: DeserializeOwned>(json: &str) -> Result<T, Failure> {
    serde_json::from_str(json).map_err(Failure::request)
}
