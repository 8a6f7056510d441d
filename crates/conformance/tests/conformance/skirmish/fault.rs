//! The faults of the game, of which one at a time is switched on.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The current fault, for the whole process.
static CURRENT: AtomicU8 = AtomicU8::new(0);
static CALLS: AtomicU32 = AtomicU32::new(0);

/// Held by the test that has chosen the fault, so that tests run one after another.
static CHOSEN: Mutex<()> = Mutex::new(());

/// Switches `fault` on until the guard is dropped.
pub(crate) fn switch_on(fault: Fault) -> MutexGuard<'static, ()> {
    let guard = CHOSEN.lock().unwrap_or_else(PoisonError::into_inner);
    CALLS.store(0, Ordering::Relaxed);
    CURRENT.store(fault as u8, Ordering::Relaxed);
    guard
}

pub(crate) fn on(fault: Fault) -> bool {
    CURRENT.load(Ordering::Relaxed) == fault as u8
}

/// True on every `times`-th call, for results that depend on more than the position.
pub(crate) fn every(times: u32) -> bool {
    CALLS.fetch_add(1, Ordering::Relaxed).is_multiple_of(times)
}

/// Each fault, the check that must find it, and a part of the expected message.
macro_rules! faults {
    ($($fault:ident $check:literal $saying:literal)+) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub(crate) enum Fault {
            None,
            $($fault),+
        }

        pub(crate) const ALL: &[(Fault, &str, &str)] = &[$((Fault::$fault, $check, $saying)),+];
    };
}

faults! {
    MoveTwice           "move-list" "is generated twice"
    StaleList           "move-list" "is not replaced"
    MovesAfterTheEnd    "move-list" "the game is over,"
    NoMoves             "move-list" "not over and has no moves"
    MoveMissing         "generator-predicate" "is true, generated is false"
    PredicateDenies     "generator-predicate" "is generated, but is_legal denies it"
    PredicateDeniesMore "generator-predicate" "is generated, but is_legal denies it"
    PredicateAccepts    "generator-predicate" "is true, generated is false"
    PlayAccepts         "generator-predicate" "and is_legal disagree"
    PlayOther           "generator-predicate" "gives Ok(Skirmish"
    OutcomeForgetsCap   "outcome" "outcome() is None, and legal_moves says Some(Draw)"
    TurnStays           "alternates" "it is the same player's turn"
    WinOverlooked       "outcome" "may_win_at_once() denies"
    CountForgetsTaking  "move-count" "count_moves() is"
    CountRarelyWrong    "perft" "by counting"
    CountByThread       "perft" "on 2 threads"

    WriteUnreadable     "position-text" "is written, but refused: 'p"
    HashImpure          "position-text" "and hashes differently"
    ReadForgetsPly      "position-text" "the text is read as"
    WriteUnstable       "position-text" "written again it is"
    ReadRefusesBlanks   "position-text" "with blanks around it"
    FormatMissing       "position-text" "the format grid is promised and not written"
    FormatFirst         "position-text" "the first format, text, is not the ordinary text"
    FormatOther         "position-text" "the format grid is read as"
    FormatUnknown       "position-text" "a format that is not promised is written"
    ReadPanics          "garbage" "reading the position panics"
    ReadAcceptsTooMuch  "garbage" "is written, but refused"
    ReadSilent          "garbage" "the text is refused without a reason"
    ReadEchoes          "garbage" "the refusal has control characters"
    MoveTextOther       "move-text" "is read as"
    MoveTextLong        "move-text" "which is no word for a line"
    MoveTextBlanks      "move-text" "and '  "
    ReadMovePanics      "garbage" "reading the move"
    ReadMoveUnchecked   "garbage" "which is not legal"
    ReadMoveSilent      "garbage" "is refused without a reason"
    ReadMoveEchoes      "garbage" "has control characters"
    ReadMoveUnhelpful   "garbage" "without saying what would do"

    DiagramChanges      "layout" "the diagram differs from another one of 9 cells"
    CellNameless        "layout" "a cell has no name"
    CellSameName        "layout" "two cells have the name"
    OutlineBackwards    "layout" "its outline does not go round its centre"
    CellsTooNear        "layout" "are only 0.5 apart"
    RowsWrong           "layout" "the rows of"
    ColumnsWrong        "layout" "the columns of"
    PieceNameless       "layout" "a piece has no name of its own"
    PieceInvisible      "layout" "a piece cannot be seen"
    LabelInvisible      "layout" "a label cannot be seen"
    PlayersSameName     "layout" "both players have the name"
    PlayersSameColour   "layout" "both players have the colour"
    PlayersSameEdge     "layout" "both players sit at the edge"
    OccupantsShort      "layout" "8 occupants for 9 cells"
    OccupantUnknown     "layout" "piece number 2 of only 2"
    OccupantOnUnused    "layout" "which is unused"
    OccupantsWritten    "layout" "write_occupants has 0 for"
    LetterWrong         "layout" "is drawn as 'o' and written as 'x'"
    ArrangedOther       "layout" "and the text without further words Ok("
    TouchedOffBoard     "layout" "touches cell number"
    SlideBeginsElsewhere "layout" "does not begin where the move does"
    SlideOfNothing      "layout" "where none is"
    SlideEndsElsewhere  "layout" "and it does not come to stand at its end"

    AttemptOther        "explain" "and these mean"
    AttemptPanics       "explain" "attempting"
    AttemptIllegal      "explain" "which is not legal"
    AttemptOffBoard     "explain" "are not all on the board"
    AttemptLoose        "explain" "which touches"
    AttemptShrugs       "explain" "which is no sentence"

    KeyHasPlies         "key" "with another count of plies"
    KeyForgetsTurn      "key" "is also that of"
    KeyImpure           "key" "when read back"
    KeyAfterWrong       "key" "the key kept is"

    SymmetryTurn        "symmetry" "where it is the wrong player's turn"
    SymmetryOutcome     "symmetry" "whose outcome is"
    SymmetryPlies       "symmetry" "where None plies are left"
    SymmetryMerges      "symmetry" "is also the image of"
    SymmetryMoves       "symmetry" "whose moves are not the moves of this position transformed"
    SymmetryPlay        "symmetry" "before it"
    SymmetryIdentity    "symmetry" "does the same as the identity"
    SymmetryNoGroup     "symmetry" "are together no symmetry"

    SliceTwice          "index" "a slice is listed twice"
    SliceLost           "index" "has fewer pieces and is not listed"
    SliceNames          "index" "are both called"
    PartnerOneWay       "index" "whose partner is another one"
    PartnerUnlisted     "index" "is not listed"
    SliceTooMany        "index" "pieces, in slices("
    UnindexOtherSlice   "index" "is in Some"
    UnindexShifted      "index" "has number"
    UnindexUnreadable   "index" "is read as"
    IndexTooLarge       "index" "which has only"
    IndexOther          "index" "which is"
    NumberShared        "index" "is shared: false"
    ExitsStaleList      "index" "are listed as such"
    ExitMissing         "index" "are listed as such"
    ExitsMiscounted     "index" "quiet moves are counted"
    PiecesMiscounted    "index" "pieces, and"
    SliceUnlisted       "index" "does not list its slice"
    SliceMissing        "index" "leads to no slice and does not end the game"
    QuietElsewhere      "index" "keeps the material and leads to"
    OneSlice            "index" "as if it were quiet"
    SliceOrder          "index" "which is not listed before it"

    RetroNotHere        "retro" "not for this one"
    RetroOnlyHere       "retro" "not for others"
    RetroTwice          "retro" "is a predecessor twice"
    RetroFinished       "retro" "is a finished game"
    RetroUnsound        "retro" "has no move that leads here"
    RetroUnreadable     "retro" "is read as"
    RetroIncomplete     "retro" "does not know where it came from"
    QuietMissing        "retro" "the quiet predecessor"
    QuietTooMany        "retro" "is no quiet predecessor"
    QuietStaleList      "retro" "is no quiet predecessor"
    QuietTwice          "retro" "a quiet predecessor is listed twice"

    PliesTooFew         "plies-left" "no plies are left, and the game is not over"
    PliesStandStill     "plies-left" "are left, and after"
    Endless             "house-rules" "does not end"
    ProgressPanics      "house-rules" "is progress panics"
    ProgressFickle      "house-rules" "the same game ends as"
}
