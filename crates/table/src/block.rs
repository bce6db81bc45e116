//! The *block*, a pair on disk: a header that lists its chunks, followed by the chunks, each compressed
//! separately.
//!
//! | bytes | content |
//! |---|---|
//! | 4 | `LQT1` |
//! | 4 | the block's number |
//! | 4 | the number of chunks |
//! | 4 | padding: 0 |
//! | 8 for each chunk | its stored length; the lower half of XXH3-64 over the stored bytes |
//! | 8 | XXH3-64 over the header so far |
//! | the rest | the chunks |

use crate::{
    cut::Cut,
    error::{Place, TableError},
    positioned::read_at_most,
};
use std::{cell::RefCell, fs::File, io, ops::Range, path::Path};
use twox_hash::XxHash3_64;

const MAGIC: [u8; 4] = *b"LQT1";
/// The lengths of the header before the list of chunks, and after it.
const FRONT: usize = 16;
const END: usize = 8;

/// Fast, and about as small as slower levels: noise-like bits compress little.
const LEVEL: i32 = 1;

/// A block in memory, ready to be written.
#[derive(Debug)]
pub(crate) struct Packed {
    pub(crate) bytes: Vec<u8>,
    pub(crate) head_checksum: u64,
}

/// The location of a block in its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spot {
    pub(crate) offset: u64,
    pub(crate) head_checksum: u64,
}

/// A block's list of chunks.
#[derive(Debug)]
pub(crate) struct Head {
    pub(crate) number: u32,
    /// Offset from the block's start, length, checksum.
    chunks: Vec<(u64, u32, u32)>,
    pub(crate) checksum: u64,
}

impl Head {
    pub(crate) fn len(chunks: usize) -> usize {
        FRONT + 8 * chunks + END
    }

    /// Reads a header; `None` if it is invalid. `bytes` may continue after it.
    fn read(bytes: &[u8]) -> Option<Head> {
        let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let count = word(8)? as usize;
        if bytes.get(..4)? != MAGIC || word(12)? != 0 || bytes.len() < Head::len(count) {
            return None;
        }
        let end = Head::len(count) - END;
        let checksum = u64::from_le_bytes(bytes.get(end..end + END)?.try_into().ok()?);
        if XxHash3_64::oneshot(&bytes[..end]) != checksum {
            return None;
        }
        let mut offset = Head::len(count) as u64;
        let mut chunks = Vec::with_capacity(count);
        for chunk in 0..count {
            let (length, sum) = (word(FRONT + 8 * chunk)?, word(FRONT + 8 * chunk + 4)?);
            chunks.push((offset, length, sum));
            offset += u64::from(length);
        }
        Some(Head { number: word(4)?, chunks, checksum })
    }

    /// Reads the header of a block with this number of chunks; `None` if there is none at this offset.
    pub(crate) fn at(file: &File, offset: u64, chunks: usize) -> io::Result<Option<Head>> {
        let mut bytes = vec![0; Head::len(chunks)];
        let read = read_at_most(file, &mut bytes, offset)?;
        Ok(Head::read(&bytes[..read]).filter(|head| head.chunks.len() == chunks))
    }

    /// The number of the block that seems to be at this offset; nothing is checked yet.
    pub(crate) fn claimed(file: &File, offset: u64) -> io::Result<Option<u32>> {
        let mut bytes = [0; 8];
        let read = read_at_most(file, &mut bytes, offset)?;
        let [magic @ .., a, b, c, d] = bytes;
        Ok((read == bytes.len() && magic == MAGIC).then(|| u32::from_le_bytes([a, b, c, d])))
    }

    /// Reads the header of a block whose checksum is in the index.
    pub(crate) fn checked(
        file: &File,
        path: &Path,
        spot: Spot,
        number: u32,
        chunks: usize,
    ) -> Result<Head, TableError> {
        let head = Head::at(file, spot.offset, chunks).map_err(TableError::file("read", path))?;
        head.filter(|head| head.number == number && head.checksum == spot.head_checksum).ok_or_else(|| {
            TableError::Damaged {
                path: path.to_owned(),
                place: Some(Place { block: number, chunk: None }),
                fault: "it is not as it was written",
            }
        })
    }

    pub(crate) fn block_len(&self) -> u64 {
        self.chunks.last().map_or(Head::len(0) as u64, |&(offset, length, _)| offset + u64::from(length))
    }

    /// The location of consecutive chunks in the file.
    pub(crate) fn span(&self, block: u64, chunks: Range<usize>) -> Option<(u64, usize)> {
        let (first, last) = (self.chunks.get(chunks.start)?, self.chunks.get(chunks.end.checked_sub(1)?)?);
        Some((block + first.0, (last.0 + u64::from(last.1) - first.0) as usize))
    }

    /// Reads consecutive chunks, then verifies and decompresses them one after the other into `out`.
    pub(crate) fn unpack(
        &self,
        file: &File,
        path: &Path,
        block: u64,
        chunks: Range<usize>,
        lengths: impl Fn(usize) -> usize,
        out: &mut Vec<u8>,
    ) -> Result<(), TableError> {
        let fault = |chunk: usize, fault| TableError::Damaged {
            path: path.to_owned(),
            place: Some(Place { block: self.number, chunk: Some(chunk as u32) }),
            fault,
        };
        let Some((at, length)) = self.span(block, chunks.clone()) else {
            return if chunks.is_empty() {
                Ok(())
            } else {
                Err(fault(chunks.start, "it is not in the block"))
            };
        };
        let mut stored = vec![0; length];
        let read = read_at_most(file, &mut stored, at).map_err(TableError::file("read", path))?;
        let mut rest = &stored[..read];
        for chunk in chunks {
            let (_, length, checksum) = self.chunks[chunk];
            let (bytes, after) = rest
                .split_at_checked(length as usize)
                .ok_or_else(|| fault(chunk, "the file is cut short"))?;
            rest = after;
            if XxHash3_64::oneshot(bytes) as u32 != checksum {
                return Err(fault(chunk, "the checksum does not fit"));
            }
            let start = out.len();
            out.resize(start + lengths(chunk), 0);
            if unpack(bytes, &mut out[start..]).ok() != Some(lengths(chunk)) {
                return Err(fault(chunk, "it does not unpack to its length"));
            }
        }
        Ok(())
    }

    /// Verifies the stored bytes of all chunks; returns the first that is wrong.
    pub(crate) fn first_wrong(&self, file: &File, block: u64) -> io::Result<Option<u32>> {
        let mut stored = Vec::new();
        for (chunk, &(offset, length, checksum)) in self.chunks.iter().enumerate() {
            stored.resize(length as usize, 0);
            let read = read_at_most(file, &mut stored, block + offset)?;
            if read < stored.len() || XxHash3_64::oneshot(&stored) as u32 != checksum {
                return Ok(Some(chunk as u32));
            }
        }
        Ok(None)
    }
}

thread_local! {
    /// Creating one takes as long as decompressing a chunk, so each thread keeps its own.
    static UNPACKER: RefCell<Option<zstd::bulk::Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Decompresses a chunk; returns its length.
fn unpack(stored: &[u8], out: &mut [u8]) -> io::Result<usize> {
    UNPACKER.with_borrow_mut(|unpacker| match unpacker {
        Some(unpacker) => unpacker.decompress_to_buffer(stored, out),
        None => unpacker.insert(zstd::bulk::Decompressor::new()?).decompress_to_buffer(stored, out),
    })
}

pub(crate) fn pack(number: u32, payload: &[u8], cut: &Cut) -> io::Result<Packed> {
    let count = cut.chunks();
    let mut head = Vec::with_capacity(Head::len(count));
    head.extend_from_slice(&MAGIC);
    for word in [number, count as u32, 0] {
        head.extend_from_slice(&word.to_le_bytes());
    }
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    compressor.include_contentsize(false)?;
    let mut body = Vec::new();
    for chunk in 0..count {
        let packed = compressor.compress(payload.get(cut.range(chunk)).unwrap_or_default())?;
        head.extend_from_slice(&(packed.len() as u32).to_le_bytes());
        head.extend_from_slice(&(XxHash3_64::oneshot(&packed) as u32).to_le_bytes());
        body.extend_from_slice(&packed);
    }
    let head_checksum = XxHash3_64::oneshot(&head);
    head.extend_from_slice(&head_checksum.to_le_bytes());
    head.extend_from_slice(&body);
    Ok(Packed { bytes: head, head_checksum })
}
