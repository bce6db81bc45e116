//! The index: for each block's number, in order, its offset in its level's file and the checksum of its
//! header.

use crate::{
    block::Spot,
    error::TableError,
    manifest::{IndexFile, replace},
};
use std::{fs, path::Path};
use twox_hash::XxHash3_64;

const INDEX: &str = "index.dat";
const EACH: usize = 16;

/// Writes the index of a table with all its blocks.
pub(crate) fn write(folder: &Path, spots: &[Spot]) -> Result<IndexFile, TableError> {
    let mut bytes = Vec::with_capacity(EACH * spots.len());
    for spot in spots {
        bytes.extend_from_slice(&spot.offset.to_le_bytes());
        bytes.extend_from_slice(&spot.head_checksum.to_le_bytes());
    }
    replace(folder, INDEX, &bytes)?;
    Ok(IndexFile { file: INDEX.to_owned(), bytes: bytes.len() as u64, checksum: checksum(&bytes) })
}

/// Reads the index of a table with this number of blocks.
pub(crate) fn read(folder: &Path, about: &IndexFile, blocks: usize) -> Result<Vec<Spot>, TableError> {
    let path = folder.join(&about.file);
    let bytes = fs::read(&path).map_err(TableError::file("read", &path))?;
    if bytes.len() as u64 != about.bytes || bytes.len() != EACH * blocks {
        return Err(TableError::damaged(&path, "it has the wrong length"));
    }
    if checksum(&bytes) != about.checksum {
        return Err(TableError::damaged(&path, "the checksum does not fit"));
    }
    let (words, _) = bytes.as_chunks::<8>();
    let (spots, _) = words.as_chunks::<2>();
    let spot = |&[offset, head]: &[[u8; 8]; 2]| Spot {
        offset: u64::from_le_bytes(offset),
        head_checksum: u64::from_le_bytes(head),
    };
    Ok(spots.iter().map(spot).collect())
}

fn checksum(bytes: &[u8]) -> String {
    format!("{:016x}", XxHash3_64::oneshot(bytes))
}
