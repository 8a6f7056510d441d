//! Whole numbers in as few bytes as they need: seven bits to a byte, the lowest first.

/// Appends a number.
pub(crate) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a number that may be negative: 0, −1, 1, −2, 2 … are written as 0, 1, 2, 3, 4 ….
pub(crate) fn put_signed(out: &mut Vec<u8>, number: i64) {
    put(out, ((number << 1) ^ (number >> 63)) as u64);
}

/// Reads from the beginning of some bytes.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut number = 0_u64;
        for place in 0..10 {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F).checked_shl(7 * place)?;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// Some numbers that may be negative, of 16 bits each.
    pub(crate) fn weights(&mut self, count: usize) -> Option<Vec<i16>> {
        let mut weights = Vec::with_capacity(count.min(self.0.len()));
        for _ in 0..count {
            // Nearly all weights have one byte.
            let weight = match self.0 {
                [byte @ 0..0x80, rest @ ..] => {
                    self.0 = rest;
                    i16::from(byte >> 1) ^ -i16::from(byte & 1)
                }
                _ => self.signed()?.try_into().ok()?,
            };
            weights.push(weight);
        }
        Some(weights)
    }

    pub(crate) fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    pub(crate) fn bytes(&mut self, len: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        let numbers = [0, 1, -1, 63, -64, 64, 8_191, -8_192, i64::MAX, i64::MIN];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| put_signed(&mut bytes, number));
        put(&mut bytes, u64::MAX);
        let mut reader = Reader(&bytes);
        for number in numbers {
            assert_eq!(reader.signed(), Some(number));
        }
        assert_eq!(reader.number(), Some(u64::MAX));
        assert_eq!(reader.number(), None);
        assert_eq!(Reader(&[0x80; 12]).number(), None, "no number is so long");
    }
}
