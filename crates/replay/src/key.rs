//! The row's key, before anything is done: a row that is there already is not sent.

use protocol::{Baseline, Diagnosis, Fact, Judged, PostCondition};

use crate::ports::{Clock, Journal, NetworkPort, PagePort};
use crate::run::RowKey;
use crate::runner::{Broken, Runner, at_rest, exists};
use crate::settle::{Awaited, Next, Seen, Settled};
use crate::trace::Event;

/// How many baselines are taken of the key: in its list, and on the whole page.
const OF_KEY: usize = 2;

impl<P, N, C, J> Runner<'_, P, N, C, J>
where
    P: PagePort,
    N: NetworkPort,
    C: Clock,
    J: Journal,
{
    /// A row whose key is there already must not be sent: its presence later would prove nothing.
    /// Where the steps begin on the same page, the look is also for the first of them.
    pub(crate) async fn key_must_be_absent(
        &mut self,
        key: &RowKey,
        is_start: bool,
    ) -> Result<(), Broken> {
        let first = self.run.steps.first().filter(|_| is_start);
        let mut next = first.map(|step| self.next(step)).unwrap_or_default();
        // An empty list is often not there at all; then the whole page must not hold the key.
        let anywhere = PostCondition::KeyPresent {
            key: key.key.clone(),
            within: None,
        };
        next.conditions.splice(0..0, [key.condition(), anywhere]);
        let place: Vec<Judged> = key.within.iter().map(exists).collect();
        let (mut seen, has_place) = match self.still_at_rest(key, &place, &next).await {
            Some(seen) => (seen, true),
            None => self.load(key, &place, &next).await?,
        };
        let first_own = OF_KEY.min(seen.looked.baselines.len());
        let of_key: Vec<Baseline> = seen.looked.baselines.drain(..first_own).collect();
        let baseline = of_key.get(usize::from(!has_place));
        self.note(Event::KeyLookedFor {
            is_proof: false,
            found: match baseline.and_then(Baseline::count) {
                Some(count) => Fact::Count { count },
                None => Fact::NotSeen,
            },
        });
        match baseline {
            Some(Baseline::Count { count: 0 }) => {
                self.key_baseline = Some(Baseline::Count { count: 0 });
                self.ahead = first.map(|_| seen);
                Ok(())
            }
            Some(Baseline::Count { .. }) => Err(Broken::of(Diagnosis::AlreadyThere {
                key: key.key.clone(),
            })),
            _ => {
                let facts = seen.looked.verification.facts;
                let checks = seen.looked.verification.checks;
                let diagnosis = crate::conclude::diagnosis(&checks, &facts);
                (self.facts, self.checks) = (facts, checks);
                Err(Broken::of(diagnosis))
            }
        }
    }

    /// The page that proved the row before was loaded afresh, came to rest and was not touched: it is
    /// this row's key page, if it is the same address and still as it was.
    async fn still_at_rest(&mut self, key: &RowKey, place: &[Judged], next: &Next) -> Option<Seen> {
        let rest = self.rest.take()?;
        if rest.address != key.url {
            return None;
        }
        self.watch.still.get_mut().resume(rest.moment.clone());
        let seen = self.watch.see(place, Some(next)).await.ok()?;
        let has_place = seen
            .looked
            .verification
            .checks
            .iter()
            .all(protocol::Check::is_held);
        let is_same = rest.is_in(&seen, self.watch.ports.network);
        (is_same && has_place).then_some(seen)
    }

    /// Loads the page that shows the key and waits until it is at rest; also whether the key's list is
    /// on it.
    async fn load(
        &mut self,
        key: &RowKey,
        place: &[Judged],
        next: &Next,
    ) -> Result<(Seen, bool), Broken> {
        self.open(&key.url, "key").await?;
        let awaited = Awaited {
            judged: place,
            next: Some(next),
            ..at_rest()
        };
        let settled = self.watch.settle(&awaited, None).await;
        let has_place = settled.holds();
        match settled {
            Settled { seen: Ok(seen), .. } => Ok((seen, has_place)),
            broken => Err(self.broken_by(broken)),
        }
    }
}
