/** A place that writes to the database. */
interface Write {
	/** The files that contain the write. */
	readonly in: readonly string[];
	/** The reason why it is not part of a change. */
	readonly because: string;
}

/**
 * All writes to the database: changes, and writes that cannot be part of one.
 * `tests/architecture/outside-writes.test.ts` asserts that each occurs in the files listed here and nowhere else
 * (docs/decisions/019-writes-outside-the-unit-of-work.md).
 */
export const WRITES = {
	change: {
		in: ["platform/unit-of-work/service.ts"],
		because: "it is the change itself",
	},
	"change.refused": {
		in: ["platform/unit-of-work/service.ts"],
		because: "a refusal rolls its transaction back, and a retry with the same key must get the same refusal",
	},
	"change.recalled": {
		in: ["platform/unit-of-work/service.ts"],
		because:
			"a retry is answered from what its first request has stored; nothing is written but the removal of what has expired",
	},
	"ledger.prepare": {
		in: ["platform/unit-of-work/service.ts"],
		because: "the platform's ledger must exist before the first change",
	},
	"installation.found": {
		in: ["platform/installation/service.ts"],
		because: "the database must have its id, and a check of its key, before the first change",
	},
	"blobs.mark": {
		in: ["platform/blobs/marker.ts"],
		because: "every server must know which store of objects is the installation's before the first change",
	},
	"backup.key": {
		in: ["platform/installation/backup-key.ts"],
		because: "the first backup makes the key that all of them are sealed with",
	},
	"backup.restore": {
		in: ["operations/backup/after-restore.ts"],
		because: "a restored database forgets what must not happen twice, before its first use",
	},
	"backup.journal": {
		in: ["operations/backup/journal-keeper.ts"],
		because: "how far the journal of removals is: they are in the database already",
	},
	"backup.note": {
		in: ["operations/backup/note.ts"],
		because: "that a backup was made changes nothing in what it contains",
	},
	"keys.rotate": {
		in: ["platform/installation/rotation.ts"],
		because: "what is stored stays the same, sealed with another key; or it can no longer be opened",
	},
	"legal_hold.forget": {
		in: ["modules/governance/legal-holds/former-texts.ts"],
		because: "that the hold was released is recorded; what goes with it goes in portions",
	},
	"rate_limit.count": {
		in: ["platform/rate-windows/service.ts"],
		because: "an attempt counts whatever becomes of it, and before anything is known of the caller",
	},
	"challenge.create": {
		in: ["platform/challenges/service.ts"],
		because: "nothing has happened until it is completed, and anonymous callers can open any number",
	},
	"challenge.consume": {
		in: ["platform/challenges/service.ts"],
		because: "it is consumed even when the sign-in then fails: no response is checked twice",
	},
	"passkey.note_use": {
		in: ["modules/identity/passkeys/service.ts"],
		because: "the counter of an authenticator is stored even when the sign-in then fails, since it reveals a clone",
	},
	"failed_sign_in.note": {
		in: ["modules/identity/failed-sign-ins/service.ts"],
		because: "written in batches, a moment later, so that the response takes as long for an unknown address",
	},
	"api_key.note_use": {
		in: ["modules/identity/api-keys/usage.ts"],
		because: "written in batches, off the path of the requests, which they neither delay nor reject",
	},
	"api_requests.count": {
		in: ["modules/tenancy/usage/api-requests.ts"],
		because: "written in batches, off the path of the requests, which they neither delay nor reject",
	},
	"live_ticket.spend": {
		in: ["modules/meetings/live-access/tickets.ts"],
		because: "it is used up even when the connection is then refused: no ticket is tried twice",
	},
	"host_lease.keep": {
		in: ["modules/meetings/unattended/service.ts"],
		because: "that a host is still connected changes nothing; what follows when they are not is a change",
	},
	"job.bring_back": {
		in: ["platform/jobs/service.ts"],
		because: "the queue corrects by itself what it scheduled by a clock that was ahead",
	},
	"settled_time.note": {
		in: ["platform/settled-time/service.ts"],
		because: "the instance notes by itself what its clock shows",
	},
	"signing_keys.rotate": {
		in: ["modules/identity/tokens/key-ring.ts"],
		because: "the instance rotates its keys by itself",
	},
	"search.build": {
		in: ["platform/search/build.ts"],
		because: "it indexes what changes have stored before there was an index",
	},
	"search.rename": {
		in: ["modules/organizations/members/search.ts"],
		because: "it repeats, in portions, the name that a change has stored",
	},
	"mail.note": {
		in: ["platform/mail/delivery.ts"],
		because: "a mail server accepted a mail, or did not: no caller's change, and the mail is sent whatever is noted",
	},
	"processing.slot": {
		in: ["modules/recordings/processing/slots.ts"],
		because: "the end of a slot is no change, and the next one must be queued with it",
	},
	"processing.checkpoint": {
		in: ["modules/recordings/processing/job-run.ts"],
		because: "it is progress within a job, with what was made so far: invisible until a change publishes it",
	},
	"processing.forget": {
		in: ["modules/recordings/processing/outcomes.ts"],
		because: "a job that has ended needs no results of portions any more",
	},
	"processing.resume": {
		in: ["modules/recordings/processing/sweep.ts"],
		because: "the instance looks by itself for jobs that can go on",
	},
	"captions.store": {
		in: ["modules/transcripts/captions/log.ts"],
		because: "what is said goes into a transcript many times a second; its beginning and its end are changes",
	},
	"job.lease": {
		in: ["platform/jobs/attempt.ts", "platform/jobs/queue.ts"],
		because: "a lease is no change; the effect of the job is one, and it finishes the job",
	},
	"job.repeat": {
		in: ["platform/jobs/service.ts"],
		because: "recurring work enqueues its next run by itself",
	},
	"webhook.attempt": {
		in: ["modules/outbound/webhooks/settlement.ts", "modules/outbound/webhooks/worker.ts"],
		because: "an attempt to send is no caller's change, and it was made whatever is stored",
	},
	"audit_stream.attempt": {
		in: ["modules/outbound/audit-streams/worker.ts"],
		because: "an attempt to send is no caller's change, and it was made whatever is stored",
	},
	"speech_models.progress": {
		in: ["modules/installation/speech-models/worker.ts"],
		because: "how far a download is changes nothing that anyone has made",
	},
	"follower.lease": {
		in: ["platform/followers/dispatcher.ts"],
		because: "which instance works for a follower is no change; what it does for it is another write",
	},
	cleanup: {
		in: ["platform/jobs/cleanups.ts"],
		because: "what time has made superfluous is deleted in portions",
	},
	"session.mark_ended": {
		in: ["modules/identity/sessions/revocation.ts"],
		because: "a change has ended them with their epoch; their rows are marked in portions",
	},
	"blob.delete": {
		in: ["platform/artifacts/deletion.ts"],
		because: "a change has removed it from the ledger; its object is deleted first, which no transaction contains",
	},
	"participants.leave": {
		in: ["modules/meetings/participants/end.ts"],
		because: "a change has ended the meeting; its participants leave in portions",
	},
	"attendance.note": {
		in: ["modules/meetings/attendance/room-log.ts"],
		because: "written in batches, off the path of connections: who is in a room is no caller's change",
	},
	"attendance.measure": {
		in: ["modules/meetings/attendance/end.ts"],
		because:
			"a change has ended the meeting; the rows of its participants are made in portions, and another announces them",
	},
	"transcript_search.index": {
		in: ["modules/transcripts/transcript-search/indexer.ts"],
		because: "it indexes, in portions, what changes have stored, and removes what they have removed",
	},
	"meeting.erase": {
		in: ["modules/meetings/meetings/background.ts"],
		because: "a change has deleted the meeting; what is left of its rows is deleted in portions",
	},
	"translation.live": {
		in: ["modules/transcripts/translations/live.ts"],
		because: "captions are translated while the speaker continues; no request asked for this text",
	},
	"privacy.progress": {
		in: ["modules/governance/privacy/export-job.ts"],
		because: "how far a job has come is no change; that it was requested, and its end, are",
	},
	"privacy.erase": {
		in: ["modules/governance/privacy/erasures.ts"],
		because: "a change has requested the erasure of a person; what names them is erased in portions",
	},
	"translation.erase": {
		in: ["modules/transcripts/translations/erasure.ts"],
		because: "a change has removed the translation; what is left of its rows is deleted in portions",
	},
	"retention.plan": {
		in: ["modules/governance/retention/plan.ts"],
		because: "the instance looks by itself for what is to be purged",
	},
	"retention.count": {
		in: ["modules/governance/retention/runs-service.ts"],
		because: "the result of counting is no change; the request of it was one",
	},
	"retention.slot": {
		in: ["modules/governance/retention/slots.ts"],
		because: "the end of a slot is no change, and the next one must be queued with it",
	},
	"transcript.erase": {
		in: ["modules/transcripts/transcripts/erasure.ts"],
		because: "a change has removed the transcript; what is left of its rows is deleted in portions",
	},
	"audit_log.sign": {
		in: ["modules/governance/audit-logs/checkpoints.ts", "modules/governance/audit-logs/keys.ts"],
		because: "the instance signs by itself what the logs have become",
	},
	"organization.erase": {
		in: ["modules/organizations/organization-lifecycle/deletion.ts"],
		because: "a change has purged the organization; what is left of its rows is deleted in portions",
	},
} as const satisfies Readonly<Record<string, Write>>;

/** Name of a write in {@link WRITES}. */
export type WriteName = keyof typeof WRITES;
