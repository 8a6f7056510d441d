//! Compression that every browser reads.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Compresses bytes; `level` goes from 1, fast, to 9, small.
#[must_use]
pub fn gzip(bytes: &[u8], level: u32) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), Compression::new(level));
    encoder.write_all(bytes).expect("a vector takes all that is written");
    encoder.finish().expect("a vector takes all that is written")
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    #[test]
    fn what_is_compressed_is_small_and_can_be_read() {
        let text = "plywood ".repeat(1_000);
        let packed = super::gzip(text.as_bytes(), 6);
        assert!(packed.len() < 200, "{} bytes", packed.len());
        let mut read = String::new();
        flate2::read::GzDecoder::new(&*packed).read_to_string(&mut read).unwrap();
        assert_eq!(read, text);
    }
}
