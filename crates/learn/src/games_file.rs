//! Games that were played to learn from, as a file; docs/learn.md describes the format.
//!
//! Whole games are kept, and positions and labels are derived from them, so that filters can change
//! without playing again. Games come in blocks with a checksum each. A block that is not whole, as
//! an interruption leaves it, is cut off when the file is continued.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use game::{Outcome, Player};

use crate::varint::{Reader, put, put_signed};

const MAGIC: &[u8; 8] = b"PLYGAME1";
/// No block is longer.
const MOST_BLOCK_BYTES: u32 = 64 << 20;

/// A game that was played to learn from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingGame {
    /// How many of its moves were random.
    pub opening: usize,
    /// The moves, each by its place in the list of legal moves.
    pub moves: Vec<u16>,
    /// For each move after the opening the score of the search, for the side to move; none where
    /// there was no choice.
    pub scores: Vec<Option<i16>>,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it ended.
    pub ending: Ending,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules of the game.
    Rules,
    /// The search proved a win or a loss.
    Proven,
    /// A table of exact values knows the position.
    Table,
    /// A house rule, or its length.
    House,
}

impl Ending {
    const ALL: [Ending; 4] = [Ending::Rules, Ending::Proven, Ending::Table, Ending::House];
}

const OUTCOMES: [Outcome; 3] = [Outcome::Win(Player::Two), Outcome::Draw, Outcome::Win(Player::One)];

impl TrainingGame {
    fn put(&self, out: &mut Vec<u8>) {
        put(out, self.opening as u64);
        put(out, self.moves.len() as u64);
        let place = OUTCOMES.iter().position(|outcome| *outcome == self.outcome).unwrap_or(1);
        out.push((4 * place + self.ending as usize) as u8);
        for (ply, &mv) in self.moves.iter().enumerate() {
            put(out, mv.into());
            if let Some(score) = ply.checked_sub(self.opening).and_then(|i| self.scores.get(i)) {
                // Scores are stored moved away from 0, which means no score.
                put_signed(out, score.map_or(0, |score| i64::from(score) + i64::from(score >= 0)));
            }
        }
    }

    fn get(reader: &mut Reader) -> Option<TrainingGame> {
        let opening = usize::try_from(reader.number()?).ok()?;
        let len = usize::try_from(reader.number()?).ok()?;
        let how = usize::from(reader.byte()?);
        let (outcome, ending) = (*OUTCOMES.get(how / 4)?, Ending::ALL[how % 4]);
        let mut game = TrainingGame { opening, moves: Vec::new(), scores: Vec::new(), outcome, ending };
        for ply in 0..len {
            game.moves.push(reader.number()?.try_into().ok()?);
            if ply >= opening {
                let score = match reader.signed()? {
                    0 => None,
                    score => Some(i16::try_from(score - i64::from(score > 0)).ok()?),
                };
                game.scores.push(score);
            }
        }
        Some(game)
    }
}

/// What a file of games begins with.
#[must_use]
pub fn games_header(description: &str) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend((description.len() as u32).to_le_bytes());
    header.extend(description.bytes());
    let checksum = crc32fast::hash(&header);
    header.extend(checksum.to_le_bytes());
    header
}

/// Games as a block of a file.
#[must_use]
pub fn games_block(games: &[TrainingGame]) -> Vec<u8> {
    let mut body = Vec::new();
    put(&mut body, games.len() as u64);
    games.iter().for_each(|game| game.put(&mut body));
    let mut block = (body.len() as u32).to_le_bytes().to_vec();
    block.extend(&body);
    block.extend(crc32fast::hash(&body).to_le_bytes());
    block
}

/// A file of games that grows.
pub struct GamesWriter {
    file: File,
    games: u64,
}

impl GamesWriter {
    /// Makes the file, or continues one that was made with the same description: that of the game
    /// and of how it is played.
    ///
    /// # Errors
    /// Fails where the file cannot be written, or is one of other games.
    pub fn open(path: &Path, description: &str) -> io::Result<GamesWriter> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if file.metadata()?.len() == 0 {
            file.write_all(&games_header(description))?;
            file.sync_data()?;
            return Ok(GamesWriter { file, games: 0 });
        }
        let mut reader = GamesReader::new(file)?;
        if reader.description != description {
            return Err(io::Error::other(format!(
                "'{}' has games that were played otherwise; choose another file",
                path.display()
            )));
        }
        let mut games = 0;
        while let Some(block) = reader.block()? {
            games += block.len() as u64;
        }
        let whole = reader.whole;
        let mut file = reader.file.into_inner();
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        Ok(GamesWriter { file, games })
    }

    /// How many games the file has.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Appends a block of games.
    ///
    /// # Errors
    /// Fails where the file cannot be written.
    pub fn append(&mut self, games: &[TrainingGame]) -> io::Result<()> {
        self.file.write_all(&games_block(games))?;
        self.file.sync_data()?;
        self.games += games.len() as u64;
        Ok(())
    }
}

/// Reads a file of games, block by block.
pub struct GamesReader<R = File> {
    file: BufReader<R>,
    description: String,
    /// Where the last whole block ends.
    whole: u64,
}

impl GamesReader {
    /// Opens a file.
    ///
    /// # Errors
    /// Fails where it cannot be read or is no file of games.
    pub fn open(path: &Path) -> io::Result<GamesReader> {
        GamesReader::new(File::open(path)?)
    }
}

impl<R: Read> GamesReader<R> {
    /// Reads a file that is open.
    ///
    /// # Errors
    /// Fails where it cannot be read or is no file of games.
    pub fn new(file: R) -> io::Result<GamesReader<R>> {
        let no_games = || io::Error::new(io::ErrorKind::InvalidData, "this is not a file of training games");
        let mut file = BufReader::with_capacity(1 << 20, file);
        let mut start = [0; 12];
        file.read_exact(&mut start).map_err(|_| no_games())?;
        let (magic, len) = start.split_at(8);
        let len = u32::from_le_bytes(len.try_into().expect("four bytes"));
        if magic != MAGIC || len > 1 << 16 {
            return Err(no_games());
        }
        let mut description = vec![0; len as usize];
        let mut checksum = [0; 4];
        file.read_exact(&mut description)
            .and_then(|()| file.read_exact(&mut checksum))
            .map_err(|_| no_games())?;
        let header = [&start[..], &description].concat();
        let description = String::from_utf8(description).map_err(|_| no_games())?;
        if crc32fast::hash(&header) != u32::from_le_bytes(checksum) {
            return Err(no_games());
        }
        Ok(GamesReader { file, description, whole: header.len() as u64 + 4 })
    }

    /// The game, and how it was played.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The games of the next block; nothing at the end, or where the rest is not whole.
    ///
    /// # Errors
    /// Fails where the file cannot be read.
    pub fn block(&mut self) -> io::Result<Option<Vec<TrainingGame>>> {
        let mut len = [0; 4];
        if !filled(&mut self.file, &mut len)? {
            return Ok(None);
        }
        let len = u32::from_le_bytes(len);
        if len > MOST_BLOCK_BYTES {
            return Ok(None);
        }
        let (mut body, mut checksum) = (Vec::new(), [0; 4]);
        self.file.by_ref().take(len.into()).read_to_end(&mut body)?;
        if body.len() < len as usize || !filled(&mut self.file, &mut checksum)? {
            return Ok(None);
        }
        if crc32fast::hash(&body) != u32::from_le_bytes(checksum) {
            return Ok(None);
        }
        let mut reader = Reader(&body);
        let games =
            reader.number().and_then(|count| (0..count).map(|_| TrainingGame::get(&mut reader)).collect());
        if games.is_some() {
            self.whole += u64::from(len) + 8;
        }
        Ok(games)
    }
}

/// Whether there were enough bytes.
fn filled(file: &mut impl Read, room: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(room) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seed: u16) -> TrainingGame {
        TrainingGame {
            opening: 2,
            moves: (0..seed + 3).collect(),
            scores: (0..=seed).map(|i| (i % 3 != 0).then_some(i as i16 - 1)).collect(),
            outcome: OUTCOMES[usize::from(seed) % 3],
            ending: Ending::ALL[usize::from(seed) % 4],
        }
    }

    fn all(path: &Path) -> Vec<TrainingGame> {
        let mut reader = GamesReader::open(path).unwrap();
        std::iter::from_fn(|| reader.block().unwrap()).flatten().collect()
    }

    #[test]
    fn games_come_back_and_a_torn_block_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let games: Vec<TrainingGame> = (0..9).map(game).collect();
        let mut writer = GamesWriter::open(&path, "toy").unwrap();
        writer.append(&games[..4]).unwrap();
        writer.append(&games[4..6]).unwrap();
        drop(writer);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, &whole[..whole.len() - 3]).unwrap();
        assert_eq!(all(&path), games[..4], "the torn block is left out");
        let mut writer = GamesWriter::open(&path, "toy").unwrap();
        assert_eq!(writer.games(), 4);
        writer.append(&games[4..]).unwrap();
        assert_eq!(all(&path), games);
        assert!(GamesWriter::open(&path, "other").is_err(), "it has other games");
        std::fs::write(&path, b"nothing of the kind").unwrap();
        assert!(GamesReader::open(&path).is_err());
    }
}
