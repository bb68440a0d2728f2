import { and, eq } from "drizzle-orm";
import { events, jobs } from "#db/schema";
import { type Guest, guestsOf, type OpenMeeting } from "./guests.ts";
import { type Harness, PASSWORD, type SignedIn } from "./harness.ts";
import { uploading } from "./uploading.ts";
import { wavOf } from "./wav.ts";

export const GRANT = { kind: "recording", decision: "granted" };
export const DENY = { kind: "recording", decision: "denied" };
/** An upload that waits for participants who have not decided. */
export const WAITS = { state: "finishing", waitingFor: "consent", failure: null, recordingId: null };
/** An upload that one of them has ended. */
export const REFUSED = { state: "failed", failure: "consent_required", recordingId: null };
export const WAV = wavOf(20_000);

/** A file on its way into a running meeting. */
export interface AwaitedFile {
	readonly owner: SignedIn;
	readonly meeting: OpenMeeting;
	readonly uploadId: string;
	readonly as: (person: { readonly token: string }) => ReturnType<typeof uploading>;
	/** Lets another guest into the meeting. */
	readonly newcomer: (name?: string) => Promise<Guest>;
	readonly decide: (guest: Guest, decision: unknown) => Promise<unknown>;
	/** Returns the upload, for its owner. */
	readonly shown: () => Promise<Record<string, unknown>>;
	readonly eventsOf: (type: string) => Promise<readonly unknown[]>;
	/** Returns the jobs that look at it. */
	readonly looks: () => Promise<readonly (typeof jobs.$inferSelect)[]>;
	/** Returns the files that the blob store holds of the organization, once the jobs are done. */
	readonly leftFiles: () => Promise<readonly string[]>;
}

/** Files for meetings whose participants must consent, for tests. */
export function awaitedFilesOf(api: Harness) {
	const { openMeeting, guestIn, join, decide } = guestsOf(api);

	/** Runs the jobs that are due. */
	const work = async (): Promise<void> => {
		while ((await api.parley.services.jobs.runDue()) > 0);
	};

	/** Opens a meeting whose host consents, and announces a file. */
	async function announce(more: Readonly<Record<string, unknown>> = {}, consent = "required"): Promise<AwaitedFile> {
		const owner = await api.createOrganization({ orgType: "business", settings: { recordingConsent: "optional" } });
		const meeting = await openMeeting(owner, { recording: { mode: "manual", consent } });
		await decide(owner, meeting, (await join(owner, meeting)).id, GRANT);
		const as = ({ token }: { readonly token: string }) => uploading(api, { token, orgId: owner.orgId });
		const announced = await as(owner).announce(WAV.length, { meetingId: meeting.id, ...more });
		const uploadId: string = announced.body.data.uploadId;
		const { db } = api.store.acrossTenants;
		const { orgId } = owner;
		return {
			owner,
			meeting,
			uploadId,
			as,
			newcomer: (name = "Mei") => guestIn(meeting, name),
			decide: (guest, decision) => decide(guest, meeting, guest.id, decision),
			async shown() {
				// As long as a test waits, no token is valid.
				const credentials = { email: owner.email, password: PASSWORD, orgId };
				const { access_token: token } = (await api.request("POST", "/auth/login", { body: credentials })).body;
				return (await as({ token }).get(uploadId)).body.data;
			},
			eventsOf: async (type) =>
				db
					.select()
					.from(events)
					.where(and(eq(events.orgId, orgId), eq(events.type, type))),
			looks: async () =>
				db
					.select()
					.from(jobs)
					.where(and(eq(jobs.orgId, orgId), eq(jobs.queue, "uploads.finish"))),
			async leftFiles() {
				await work();
				return Array.fromAsync(new Bun.Glob(`blobs/${orgId}/**/*`).scan({ cwd: api.config.dataDir, dot: true }));
			},
		};
	}

	return {
		work,
		announce,

		/** Has the last byte arrive after a newcomer. */
		async waiting(): Promise<AwaitedFile & { readonly guest: Guest }> {
			const file = await announce();
			const guest = await file.newcomer();
			const { status, text } = await file.as(file.owner).patch(file.uploadId, 0, WAV);
			if (status !== 204) throw new Error(`the upload was answered ${status} ${text}`);
			return { ...file, guest };
		},
	};
}
