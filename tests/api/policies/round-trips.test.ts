import { afterAll, beforeAll, expect, test } from "bun:test";
import { dialect } from "#db/dialect";
import { queryOf } from "#tests/samples/index";
import { createResources } from "#tests/samples/resources";
import { type Harness, openHarness, type SignedIn } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";
import { openWiredInstance, type WiredInstance } from "#tests/support/wired-instance";

/** Only on Postgres does a statement travel. */
const onPostgres: typeof inProcessDescribe = dialect === "postgres" ? inProcessDescribe : () => undefined;

/** Round trips of a read: one for the caller's authority, one for the rows. */
const MAX_TRIPS = 2;

/**
 * Bounds for what reads more at once than there are connections: how many of its 14 statements share a trip depends on
 * which connections are free (5 or 6 on a quiet machine); 14 trips would be one after the other.
 */
const AT_MOST: Readonly<Record<string, number>> = { "/orgs/{orgId}/billing/usage": 8 };

/** Reads that take fewer, answered from the authority and from rows cached under their version; and more, each with its reason. */
const TRIPS: Readonly<Record<string, number>> = {
	"/orgs/{orgId}": 1,
	"/orgs/{orgId}/settings": 1,
	"/orgs/{orgId}/retention": 1,
	"/orgs/{orgId}/ai-policy": 1,
	"/configurations/permissions": 1,
	"/configurations/ai-providers": 1,
	"/configurations/languages": 1,
	// What the caller is to the workspace, the meeting or the upload comes between.
	"/workspaces/{workspaceId}/members": 3,
	// The members, then how they sign in, for callers who manage members.
	"/orgs/{orgId}/members": 3,
	"/orgs/{orgId}/members/{userId}": 3,
	"/meetings/{meetingId}/transcripts": 3,
	"/meetings/{meetingId}/participants": 3,
	"/meetings/{meetingId}/participants/{participantId}": 3,
	"/meetings/{meetingId}/chat": 3,
	"/meetings/{meetingId}/action-items": 3,
	"/meetings/{meetingId}/action-items/{itemId}": 3,
	// The series, and what the caller is to its workspace, then the days on which nothing is held.
	"/workspaces/{workspaceId}/series": 4,
	"/series/{seriesId}": 3,
	"/series/{seriesId}/meetings": 3,
	// The series, then its meetings that took place.
	"/series/{seriesId}/attendance": 3,
	// The meeting and what the caller may do; whether it is measured; participants, their connections and the thresholds.
	"/meetings/{meetingId}/attendance": 6,
	// What people owe and how they pay; who they are billed as; what each meter says.
	"/orgs/{orgId}/billing": 3,
	"/orgs/{orgId}/billing/account": 3,
	"/orgs/{orgId}/billing/bill": 4,
	"/orgs/{orgId}/trial": 3,
	"/orgs/{orgId}/feature-flags": 1,
	// The catalogue belongs to the program.
	"/webhooks/event-types": 1,
	// What is sent to, then how that fares; the webhook, then its deliveries.
	"/orgs/{orgId}/webhooks": 3,
	"/orgs/{orgId}/webhooks/{webhookId}": 3,
	"/orgs/{orgId}/webhooks/{webhookId}/deliveries": 3,
	"/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}": 3,
	"/orgs/{orgId}/audit-streams": 3,
	// The hold; which former texts are of meetings it matches; those of the page.
	"/orgs/{orgId}/legal-holds/{holdId}/former-texts": 4,
	"/orgs/{orgId}/audit-streams/{streamId}": 3,
	// Where the log ends; the events; which are of meetings whose content may have expired; where it begins by now.
	"/orgs/{orgId}/events": 5,
	// The entries, then the names of those they mention; of a verification, both ends of the log and its signatures.
	"/orgs/{orgId}/audit-logs": 3,
	"/orgs/{orgId}/audit-logs/{entryId}": 3,
	"/orgs/{orgId}/audit-logs/verify": 6,
	// Without a mode there is nothing to evaluate.
	"/orgs/{orgId}/compliance": 1,
	// The summary and the newest transcript are read together.
	"/meetings/{meetingId}/summary": 3,
	"/meetings/{meetingId}/recordings": 3,
	"/meetings/{meetingId}/recordings/{recordingId}": 3,
	"/meetings/{meetingId}/recordings/{recordingId}/waveform": 3,
	"/uploads/{uploadId}": 3,
	"/jobs/{jobId}": 3,
	// The participants, then what they decided; the recording, then its blob.
	"/meetings/{meetingId}/consents": 4,
	"/meetings/{meetingId}/consents/summary": 4,
	"/meetings/{meetingId}/recordings/{recordingId}/content": 4,
	// The organization's features; what the index finds; which of it may be read; the words.
	"/transcripts/search": 5,
	// The transcript names its meeting; segments name their speakers, revisions their segment.
	"/transcripts/{transcriptId}": 3,
	"/transcripts/{transcriptId}/speakers": 4,
	"/transcripts/{transcriptId}/speakers/{speakerId}": 4,
	"/transcripts/{transcriptId}/segments": 5,
	"/transcripts/{transcriptId}/translations": 4,
	// The translation, then how far its job is.
	"/transcripts/{transcriptId}/translations/{translationId}": 5,
	"/transcripts/{transcriptId}/segments/{segmentId}": 5,
	"/transcripts/{transcriptId}/segments/{segmentId}/revisions": 5,
};

/** Reads of what is not made, since no jobs run here. */
const UNFINISHED: readonly string[] = [
	"/meetings/{meetingId}/recordings/{recordingId}/waveform",
	"/orgs/{orgId}/privacy/exports/{exportId}/content",
];

onPostgres("the round trips to the database", () => {
	let api: Harness;
	let instance: WiredInstance;
	let owner: SignedIn;
	let system: string;
	/** Values of the parameters of paths. */
	let parameters: Readonly<Record<string, string>>;
	beforeAll(async () => {
		api = await openHarness();
		instance = await openWiredInstance(api);
		owner = await api.createOrganization();
		system = await api.signInSystem();
		parameters = {
			...(await createResources(api, owner)),
			orgType: "education",
			key: "calendarSync",
			model: "whisper-1",
		};
	});
	afterAll(async () => {
		await instance.close();
		await api.close();
	});

	/** Asks until everything is prepared and cached that will be, and returns the answer with the fewest trips. */
	async function settled(...request: Parameters<WiredInstance["ask"]>) {
		// Each connection of the pool prepares a statement for itself.
		for (let n = 0; n < 20; n++) await instance.ask(...request);
		// What is read at once may wait for a connection.
		let best = await instance.ask(...request);
		for (let n = 0; n < 5; n++) {
			const next = await instance.ask(...request);
			if (next.trips < best.trips) best = next;
		}
		return best;
	}

	test("of every read are two at most, of those from cached state one", async () => {
		const { paths } = await api.parley.document();
		const secured = Object.entries(paths).flatMap(([path, { get }]) =>
			get?.security?.some((each) => "bearer" in each) ? [[path, get] as const] : [],
		);

		const answers: [string, number, number][] = [];
		for (const [path, operation] of secured) {
			// A stream that does not end, and a ticket or a token once, at its beginning.
			if (path === "/transcription/live") continue;
			const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? name);
			const { status, trips } = await settled(
				"GET",
				`${filled}?${queryOf(operation)}`,
				operation["x-system-only"] ? system : owner.token,
			);
			answers.push([path, status, Math.max(trips, AT_MOST[path] ?? 0)]);
		}

		expect(answers.length).toBeGreaterThan(8);
		expect(answers).toEqual(
			answers.map(([path]) => [path, UNFINISHED.includes(path) ? 409 : 200, TRIPS[path] ?? AT_MOST[path] ?? MAX_TRIPS]),
		);
	});

	/** Writes with their round trips: arrival; authority and key; effect; what is recorded, with the commit. */
	const WRITES: Readonly<Record<string, readonly [method: string, path: string, body: object, trips: number]>> = {
		"of an organization": ["POST", "/orgs", { orgType: "education" }, 4],
		"of its settings": ["PATCH", "/orgs/{orgId}/settings", {}, 6],
		"of an invitation": ["POST", "/orgs/{orgId}/invitations", { role: "member" }, 8],
		"of an API key": ["POST", "/orgs/{orgId}/api-keys", { name: "Sync", scopes: ["org:read"] }, 6],
		// What is kept of what a text said costs none: decision 089.
		"of the title of a meeting": ["PATCH", "/meetings/{meetingId}", {}, 10],
		"of an action item": ["PATCH", "/meetings/{meetingId}/action-items/{itemId}", {}, 7],
		"of a speaker": ["PATCH", "/transcripts/{transcriptId}/speakers/{speakerId}", {}, 13],
	};
	const EDITED: Readonly<Record<string, string>> = { meetingId: "title", itemId: "text", speakerId: "label" };

	test.each(Object.entries(WRITES))("of the change %s do not grow", async (_, [method, path, body, expected]) => {
		let n = 0;
		const next = () => ({
			...(path === "/orgs" && { name: crypto.randomUUID() }),
			...(path.endsWith("/settings") && { timezone: ["Europe/Berlin", "Europe/Paris"][n++ % 2] }),
			...(path.endsWith("/invitations") && { email: `${crypto.randomUUID()}@${parameters.domain}` }),
			...(edited !== undefined && { [edited]: `Words ${n++}` }),
			...body,
		});
		const edited = EDITED[/\{(\w+)\}$/.exec(path)?.[1] ?? ""];
		const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => parameters[name] ?? name);
		const send = () => instance.ask(method, filled, path === "/orgs" ? system : owner.token, next());
		for (let tries = 0; tries < 15; tries++) await send();

		const { status, trips } = await send();

		expect(status).toBeOneOf([200, 201]);
		expect(trips).toBe(expected);
	});
});
