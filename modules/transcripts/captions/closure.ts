import type { MeetingRow } from "#db/schema";
import { systemContext } from "#modules/tenancy/permissions";
import type { TranscriptWriter } from "#modules/transcripts/transcripts";
import type { Job, JobContext, Jobs } from "#platform/jobs";
import { UNLIMITED_ATTEMPTS } from "#platform/jobs";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { recordUsage } from "#platform/usage";
import { closedFrame, feedText } from "./frames.ts";
import { lockMeetingOf } from "./locks.ts";
import { feedTopic, type SessionKey } from "./ports.ts";
import { closingOf, findSession, listTracks, removeSession, sessionsOf } from "./repository/sessions.ts";
import type { RunningSessions } from "./running-sessions.ts";

/** Queue of the jobs that close the sessions of meetings that are over. */
export const CLOSE = "captions.close";
/** Time that publishers have to store what was said before the end, in ms. */
const GRACE_MS = 10_000;
const POLL_MS = 100;
/** Rows of a session without a final: its tracks and itself. */
const MAX_ROWS = 2_000;

export interface ClosureDeps extends Pick<Core, "store" | "bus" | "unitOfWork"> {
	readonly jobs: Pick<Jobs, "enqueue" | "wake">;
	readonly running: RunningSessions;
	readonly transcripts: Pick<TranscriptWriter, "publishTranscript" | "languagesOf">;
}

/** Creates what closes a session: by a job, so that it happens however the process ends. */
export function createClosure({ store, bus, jobs, unitOfWork, running, transcripts }: ClosureDeps) {
	/** Waits until nobody has more to store, or the time for it is over. */
	async function drain(session: SessionKey, { signal }: JobContext): Promise<void> {
		const deadlineMs = performance.now() + GRACE_MS;
		while ((await listTracks(store.db, session)).some(({ publishing }) => publishing)) {
			signal.throwIfAborted();
			if (performance.now() > deadlineMs) return;
			await Bun.sleep(POLL_MS);
		}
	}

	/** Publishes the transcript of a session; one in which nobody said anything leaves nothing behind. */
	async function close(change: Change, { orgId, id }: SessionKey): Promise<void> {
		const { tx, nowMs } = change;
		const { workspaceId = null } = (await lockMeetingOf(tx, { orgId, id })) ?? {};
		const row = await sessionsOf(tx, orgId).lock(id);
		if (row === undefined || row.state === "closed") return;
		for (const track of await listTracks(tx, row)) {
			const { heardMs: quantity } = track;
			const used = { meter: "transcriptionMs", quantity, subject: `track:${track.id}`, occurredAtMs: nowMs } as const;
			if (quantity > 0) await recordUsage(tx, orgId, { ...used, workspaceId });
		}
		if (row.transcriptId === null) {
			await removeSession(tx, row, MAX_ROWS);
			return;
		}
		await sessionsOf(tx, orgId).update(id, { state: "closed", closedAtMs: nowMs });
		const transcript = { orgId, id: row.transcriptId };
		const languages = await transcripts.languagesOf(tx, transcript);
		await transcripts.publishTranscript(change, transcript, { language: languages[0] ?? "und", languages });
	}

	/** See `Captions.closingFrame`. */
	async function closingFrame(session: SessionKey): Promise<string> {
		const found = await closingOf(store.db, session);
		return closedFrame(found?.transcriptId ?? null, found?.segmentCount ?? 0);
	}

	return {
		closingFrame,

		/** Called within the change that ends a meeting. */
		async onMeetingEnded(change: Change, { orgId, id }: MeetingRow): Promise<void> {
			const session = await findSession(change.tx, orgId, id);
			if (session === undefined || session.state === "closed") return;
			const payload = { sessionId: session.id };
			const job = { queue: CLOSE, orgId, payload, uniqueKey: session.id, maxAttempts: UNLIMITED_ATTEMPTS };
			await jobs.enqueue(change.tx, job);
			change.afterCommit(() => {
				running.tell(session, { t: "end" });
				jobs.wake(CLOSE);
			});
		},

		/** Runs the job of a session whose meeting is over. */
		async run(job: Job, context: JobContext): Promise<void> {
			if (job.orgId === null) return;
			const session = { orgId: job.orgId, id: String(job.payload.sessionId) };
			running.tell(session, { t: "end" });
			await drain(session, context);
			await unitOfWork.run(systemContext(`job:${CLOSE}`), async (change) => {
				await close(change, session);
				await job.done(change.tx);
			});
			bus.publish(feedTopic(session.id), feedText({ t: "closed", frame: await closingFrame(session) }));
		},
	};
}
