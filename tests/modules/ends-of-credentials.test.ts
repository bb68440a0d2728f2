/** What a credential has opened, or was exchanged for, ends when the credential does. */
import { beforeEach, describe, expect, test } from "bun:test";
import { DAY_MS } from "#kernel/clock";
import { openFeed } from "../support/event-feed.ts";
import { guestsOf } from "../support/guests.ts";
import { PASSWORD, type TestResponse, useHarness } from "../support/harness.ts";
import { type LiveOptions, openSocket, openStream } from "../support/live.ts";
import { privacyOf } from "../support/privacy.ts";
import { createProviderTokens } from "../support/provider-tokens.ts";
import { uploading } from "../support/uploading.ts";
import { wavOf } from "../support/wav.ts";

const HOUR_MS = 3_600_000;
/** How soon what is open must end: it is looked once a second. */
const SOON_MS = 3_000;

const provider = await createProviderTokens();
const api = await useHarness({ isServed: true, externalIssuer: provider.externalIssuer });
const { openMeeting, guestIn } = guestsOf(api);
const privacy = privacyOf(api);
let owner = await api.createOrganization();
// Time passes in each test, beyond the end of the token.
beforeEach(async () => {
	const { email } = owner;
	const { body } = await api.post("/auth/login", { email, password: PASSWORD });
	owner = { ...owner, token: body.access_token };
});
const recording = await uploading(api, owner).upload(wavOf(10_000));
const requested = await privacy.request(owner, "organization");
await privacy.ready(owner, requested.body.data.id);

const SCOPE = "org:read org:write org:admin";

/** Issues a credential, and returns it with its last moment, Unix ms. */
type Issue = () => Promise<{ readonly token: string; readonly endsAtMs: number }>;

const CREDENTIALS: readonly (readonly [string, Issue])[] = [
	[
		"a provider's token",
		async () => {
			const endsAtMs = api.nowMs() + HOUR_MS;
			const claims = { org_id: owner.orgId, role: "admin", scope: SCOPE, jti: crypto.randomUUID() };
			return { token: await provider.sign(claims, endsAtMs), endsAtMs };
		},
	],
	[
		"an API key",
		async () => {
			const endsAtMs = api.nowMs() + HOUR_MS;
			const body = { name: "Sync", scopes: SCOPE.split(" "), expiresAt: new Date(endsAtMs).toISOString() };
			const { key } = (await owner.post(`/orgs/${owner.orgId}/api-keys`, body)).body.data;
			return { token: key, endsAtMs };
		},
	],
	[
		"the previous secret of an API key",
		async () => {
			const path = `/orgs/${owner.orgId}/api-keys`;
			const made = (await owner.post(path, { name: "Sync", scopes: SCOPE.split(" ") })).body.data;
			await owner.post(`${path}/${made.id}/rotate`, { graceSeconds: 3_600 });
			return { token: made.key, endsAtMs: api.nowMs() + HOUR_MS };
		},
	],
];

const downloads = {
	recording: `${recording.path}/tickets`,
	export: privacy.path(owner, `exports/${requested.body.data.id}/tickets`),
};
const pathOf = ({ body }: TestResponse): string => new URL(body.data.url).pathname;
const expiryOf = ({ body }: TestResponse): number => Date.parse(body.data.expiresAt);

/** Opens whatever stays open, and waits until it follows. */
async function follow(options: LiveOptions) {
	const [socket, stream] = await Promise.all([openSocket(api.url, options), openStream(api.url, options)]);
	await Promise.all([socket.next("status"), stream.next("status")]);
	return { socket, stream };
}

describe.each(CREDENTIALS)("%s", (_, issue) => {
	test("ends its sockets and streams with it, soon", async () => {
		const meeting = await openMeeting(owner);
		const { token, endsAtMs } = await issue();
		const { socket, stream } = await follow({ meetingId: meeting.id, token });
		const feed = await openFeed(api.url, { orgId: owner.orgId, token });
		api.advanceMs(endsAtMs - api.nowMs());
		const beganMs = performance.now();
		const [{ code }] = await Promise.all([socket.closed, stream.ended, feed.ended]);

		expect(code).toBe(4401);
		expect(feed.farewell?.code).toBeString();
		expect(performance.now() - beganMs).toBeLessThan(SOON_MS);
	});

	test("is outlived by none of its tickets, which say so", async () => {
		const { token, endsAtMs } = await issue();
		const tickets = {
			recording: await api.as(token).post(downloads.recording, {}),
			export: await api.as(token).post(downloads.export, {}),
		};
		const all = Object.values(tickets);
		const good = await Promise.all(all.map((ticket) => api.get(pathOf(ticket))));

		api.advanceMs(endsAtMs - api.nowMs());
		const late = await Promise.all(all.map((ticket) => api.get(pathOf(ticket))));

		expect(good.map(({ status }) => status)).toEqual([200, 200]);
		expect(all.map((ticket) => expiryOf(ticket) <= endsAtMs)).toEqual([true, true]);
		expect(late.map(({ status }) => status)).toEqual([401, 401]);
	});

	test("lets nobody in by a live ticket after its end", async () => {
		const meeting = await openMeeting(owner);
		const { token, endsAtMs } = await issue();
		api.advanceMs(endsAtMs - 10_000 - api.nowMs());
		const { ticket, expiresAt } = (await api.as(token).post("/transcription/live/tickets", { meetingId: meeting.id }))
			.body.data;

		api.advanceMs(10_000);
		const socket = await openSocket(api.url, { meetingId: meeting.id, ticket });

		expect(Date.parse(expiresAt)).toBe(endsAtMs);
		expect((await socket.closed).code).toBe(4401);
	});
});

test("the event stream of a session that nobody refreshes ends with it", async () => {
	const { orgId, token } = await api.createOrganization();
	const feed = await openFeed(api.url, { orgId, token });
	api.advanceMs(7 * DAY_MS - 1);
	await Bun.sleep(1_200);
	const before = feed.farewell;

	api.advanceMs(1);
	await feed.ended;

	expect(before).toBeNull();
	expect(feed.farewell?.code).toBe("session_revoked");
});

test("a guest's token ends what it has opened after eight hours", async () => {
	const meeting = await openMeeting(owner);
	const { token } = await guestIn(meeting);
	const { socket, stream } = await follow({ meetingId: meeting.id, token });

	api.advanceMs(8 * HOUR_MS);
	const [{ code }] = await Promise.all([socket.closed, stream.ended]);

	expect(code).toBe(4401);
});
