//! Creates a player for a game.

use engine::{
    AnyPosition, Contempt, Strength, TablesAt, TablesChoice, ThinkerOptions, WeightsChoice, quoted,
};

use super::{PlayerKind, PlayerSpec, SpecError, WeightsSource};
use crate::player::Player;
use crate::player::greedy::GreedyPlayer;
use crate::player::machine::MachinePlayer;
use crate::player::random::RandomPlayer;
use crate::player::reference::ReferenceMatchPlayer;
use crate::time_control::TimeControl;
#[cfg(target_os = "linux")]
use {
    super::ProgramProtocol, crate::player::hub::Hub, crate::player::line::LinePlayer,
    crate::player::oneshot::OneShot, crate::player::persistent::PersistentPlayer, crate::player::ugi::Ugi,
    crate::player::unbuilt::UnbuiltPlayer, crate::sandbox::Sandbox,
};

/// The cache of table blocks per player, in bytes; every player of every concurrent game has one.
const TABLE_CACHE: usize = 64 << 20;

impl PlayerSpec {
    /// The same player with the files it names read into memory.
    ///
    /// # Errors
    /// Fails if a file cannot be read.
    pub fn with_files_read(mut self) -> Result<PlayerSpec, SpecError> {
        if let PlayerKind::Plywood { weights, .. } = &mut self.kind
            && let WeightsSource::File(path) = weights
        {
            let bytes = files::read(path, WeightsChoice::MOST_BYTES).map_err(|error| SpecError::File {
                path: quoted(&path.display().to_string()),
                error: error.to_string(),
            })?;
            *weights = WeightsSource::Contents(bytes.into());
        }
        Ok(self)
    }

    /// This player for one game of the kind of `pos`, limited by `control`. Its random choices
    /// depend on the seed alone.
    ///
    /// # Errors
    /// Fails if the player cannot play this game.
    pub fn instantiate(
        &self,
        pos: &dyn AnyPosition,
        control: TimeControl,
        seed: u64,
    ) -> Result<Box<dyn Player>, SpecError> {
        match &self.kind {
            PlayerKind::Plywood {
                level,
                threads,
                table_bytes,
                weights,
                contempt,
                tables,
                params,
                error,
                overlooked,
            } => {
                let weights = match weights {
                    WeightsSource::Best => WeightsChoice::Best,
                    WeightsSource::First => WeightsChoice::First,
                    WeightsSource::Terms => WeightsChoice::Terms,
                    WeightsSource::Contents(bytes) => WeightsChoice::File(bytes.clone()),
                    WeightsSource::File(_) => {
                        return self.clone().with_files_read()?.instantiate(pos, control, seed);
                    }
                };
                let options = ThinkerOptions {
                    threads: *threads,
                    table_bytes: control
                        .nodes
                        .map_or(*table_bytes, |nodes| engine::table_bytes_for(nodes).min(*table_bytes)),
                    weights,
                    contempt: contempt.map_or(Contempt::Usual, Contempt::Points),
                    tables: tables.as_ref().map_or(TablesChoice::Embedded, |folder| {
                        let folder = Some(folder.clone());
                        let at = TablesAt { folder, cache_bytes: TABLE_CACHE, ..TablesAt::default() };
                        TablesChoice::These(pos.game().tables(&at))
                    }),
                    params: (!params.is_empty()).then(|| {
                        let mut all = pos.game().search_params();
                        for (name, value) in params {
                            all.set(name, *value).expect("parameters were checked when they were read");
                        }
                        all
                    }),
                };
                let usual = pos.game().strength(*level);
                let strength = Strength {
                    error: error.unwrap_or(usual.error),
                    overlooked: overlooked.unwrap_or(usual.overlooked),
                    ..usual
                };
                let machine = MachinePlayer::new(pos.game(), *level, strength, seed, &options);
                let fault = |error: engine::WeightsError| SpecError::Weights {
                    name: self.name.clone(),
                    error: error.to_string(),
                };
                Ok(Box::new(machine.map_err(fault)?))
            }
            PlayerKind::Reference { depth } => {
                Ok(Box::new(ReferenceMatchPlayer::new(pos.game(), *depth, seed)))
            }
            PlayerKind::Random => Ok(Box::new(RandomPlayer::new(seed))),
            PlayerKind::Greedy => Ok(Box::new(GreedyPlayer::new(seed))),
            PlayerKind::InProcess(players) => Ok(players.player()),
            #[cfg(not(target_os = "linux"))]
            PlayerKind::Program { .. } => Err(SpecError::NotHere),
            #[cfg(target_os = "linux")]
            PlayerKind::Program {
                protocol,
                command,
                dir,
                limits,
                readable,
                ponder,
                options,
                strict,
                environment,
                build: _,
                failure,
            } => {
                if let Some(failure) = failure {
                    return Ok(Box::new(UnbuiltPlayer((**failure).clone())));
                }
                let sandbox = Sandbox {
                    limits: *limits,
                    dir: dir.clone(),
                    owner: self.name.clone(),
                    readable: readable.clone(),
                    ponder: *ponder,
                    environment: environment.clone(),
                    ..Sandbox::of_this_program()
                };
                let (command, options) = (command.clone(), options.clone());
                Ok(match protocol {
                    ProgramProtocol::OneShot => Box::new(OneShot::new(sandbox, command, *strict)),
                    ProgramProtocol::Line => Box::new(LinePlayer::new(sandbox, command)),
                    ProgramProtocol::Ugi => {
                        Box::new(PersistentPlayer::new(sandbox, command, Ugi { options }))
                    }
                    ProgramProtocol::Hub if pos.game().hub().is_some() => {
                        Box::new(PersistentPlayer::new(sandbox, command, Hub { parameters: options }))
                    }
                    ProgramProtocol::Hub => {
                        return Err(SpecError::Game { protocol: protocol.word(), game: pos.game().title() });
                    }
                })
            }
        }
    }
}
