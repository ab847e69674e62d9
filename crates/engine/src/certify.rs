//! Certificates of values: proofs that need nothing but the rules to be checked.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::AtomicBool;

use grenier_core::mancala::Pit;
use grenier_search::{Limits, UNIT};
use grenier_solver::{Certificate, CertificateError, Interrupted, Solvable, Watch};

use crate::Playable;
use crate::solve::{Means, SolveError, prover};
use crate::tables::Known;

/// There is no certificate.
#[derive(Debug)]
pub enum CertifyError {
    /// The strategies could not be made.
    Strategy(CertificateError),
    /// A value could not be found.
    Value(SolveError),
}

impl fmt::Display for CertifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertifyError::Strategy(error) => error.fmt(f),
            CertifyError::Value(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CertifyError {}

/// Makes strategies for both sides that prove what `position` is worth. Values come from tables where they are, else from
/// proofs, each remembered.
pub(crate) fn certify<P: Playable + Solvable<Move = Pit>>(
    position: &P,
    means: &Means,
    watch: &Watch<'_>,
) -> Result<Certificate, CertifyError> {
    let known =
        P::knowledge(position, &means.tables, true).map_err(|error| CertifyError::Value(error.into()))?;
    let prover = prover::<P>(Known::of(known.clone()), means.hash);
    let never = AtomicBool::new(false);
    let mut proven: HashMap<u64, i8> = HashMap::new();
    let mut failed = None;
    let mut value_of = |position: &P| -> Option<i8> {
        let looked_up = known.as_ref().map(|tables| tables.value(position));
        match looked_up {
            Some(Ok(Some(value))) => return Some(value.future),
            Some(Err(error)) => {
                failed.get_or_insert(SolveError::from(error));
                return None;
            }
            Some(Ok(None)) | None => {}
        }
        if let Some(&value) = proven.get(&position.future_key()) {
            return Some(value);
        }
        watch.check().ok()?;
        let verdict = match prover.prove(position, Limits::default(), &never, &mut |_| {}) {
            Ok(verdict) => verdict,
            Err(error) => {
                failed.get_or_insert(error.into());
                return None;
            }
        };
        let value = i8::try_from(verdict.value.exact()? / UNIT).expect("at most 48 seeds");
        proven.insert(position.future_key(), value);
        Some(value)
    };
    let certificate = Certificate::prove(position, &mut value_of, watch);
    match (failed, watch.check()) {
        (Some(error), _) => Err(CertifyError::Value(error)),
        (None, Err(Interrupted)) => Err(CertifyError::Strategy(Interrupted.into())),
        (None, Ok(())) => certificate.map_err(CertifyError::Strategy),
    }
}
