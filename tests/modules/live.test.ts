import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { spentLiveTickets } from "#db/schema";
import { MINUTELY_CLEANUP } from "#platform/jobs";
import type { Caller } from "#tests/support/client";
import { guestsOf } from "../support/guests.ts";
import { openHarness, useHarness } from "../support/harness.ts";
import { openSocket, openStream, ticketFor } from "../support/live.ts";
import { codeOf } from "../support/responses.ts";

const api = await useHarness({ isServed: true });
const { openMeeting, guestIn } = guestsOf(api);
const owner = await api.createOrganization();
const meeting = await openMeeting(owner);
const { id: meetingId } = meeting;
const stranger = await api.createOrganization();

const ticket = (by: Caller = owner, of = meetingId) => ticketFor(by, of);
const endOf = async (options: Partial<Parameters<typeof openSocket>[1]>) => {
	const socket = await openSocket(api.url, { meetingId, ...options });
	return { ...(await socket.closed), error: socket.frames.find(({ type }) => type === "error")?.code };
};

describe("a ticket", () => {
	test("opens a socket, and is not repeated", async () => {
		const socket = await openSocket(api.url, { meetingId, ticket: await ticket() });

		const ready = await socket.next("ready");

		expect(ready).toEqual({
			type: "ready",
			sessionId: expect.stringMatching(/^lvs_/),
			connectionId: expect.stringMatching(/^lvc_/),
			lastSeq: 0,
			serverTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
		});
		expect(socket.protocol).toBe("parley.v1");
		socket.close();
	});

	test("that was used is remembered for as long as it could be used again", async () => {
		const socket = await openSocket(api.url, { meetingId, ticket: await ticket() });
		await socket.next("ready");
		socket.close();
		const used = () => api.store.db.$count(spentLiveTickets, eq(spentLiveTickets.orgId, owner.orgId));
		const before = await used();

		api.advanceMs(120_000);
		await api.parley.services.jobs.enqueue(api.store.db, {
			queue: MINUTELY_CLEANUP,
			orgId: null,
			uniqueKey: "next-round",
		});
		await api.parley.services.jobs.runDue(MINUTELY_CLEANUP);

		expect([before > 0, await used()]).toEqual([true, 0]);
	});

	test("opens one socket: of ten at once, one gets in", async () => {
		const one = await ticket();

		const sockets = await Promise.all(
			Array.from({ length: 10 }, () => openSocket(api.url, { meetingId, ticket: one })),
		);

		const first = await Promise.race(sockets.map(async (socket) => (await socket.next("ready")) && socket));
		const refused = await Promise.all(sockets.filter((each) => each !== first).map(({ closed }) => closed));
		expect(refused).toEqual(Array(9).fill({ code: 4401, reason: "unauthenticated" }));
		first.close();
	});

	test("written in another way is the same ticket", async () => {
		const one = await ticket();
		const last = one.at(-1) ?? "";
		const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
		const others = [...alphabet].filter((each) => each !== last).map((each) => one.slice(0, -1) + each);
		const socket = await openSocket(api.url, { meetingId, ticket: one });
		await socket.next("ready");

		const ends = await Promise.all(others.map(async (each) => (await endOf({ ticket: each })).code));

		expect(new Set(ends)).toEqual(new Set([4401]));
		socket.close();
	});

	test("is worth nothing after 30 seconds, for another meeting, or when it was invented", async () => {
		const other = await openMeeting(owner);
		const [late, elsewhere] = await Promise.all([ticket(), ticket(owner, other.id)]);
		api.advanceMs(30_000);

		expect(await endOf({ ticket: late })).toEqual({ code: 4401, reason: "token_expired", error: "token_expired" });
		expect(await endOf({ ticket: await ticket(owner, other.id) })).toMatchObject({ code: 4404 });
		expect(await endOf({ ticket: elsewhere })).toMatchObject({ code: 4401 });
		expect(await endOf({ ticket: "v1.0a1b2c3d.Zm9v" })).toMatchObject({ code: 4401, error: "unauthenticated" });
	});

	test("comes with a meeting that begins, and with joining one", async () => {
		const workspace = `/workspaces/${meeting.workspaceId}/meetings`;
		const scheduled = await owner.post(workspace, { title: "Later", scheduledStart: "2031-01-01T00:00:00Z" });
		const begun = await owner.post(workspace, { title: "Now" });
		const joined = await api.request("POST", "/meetings/join", { body: { code: meeting.code, name: "Grace" } });

		const { live, meeting: made } = begun.body.data;
		const mine = await openSocket(api.url, { meetingId: made.id, ticket: live.ticket });
		const theirs = await openSocket(api.url, { meetingId, ticket: joined.body.live.ticket });

		expect(scheduled.body.data.live).toBeNull();
		expect(await mine.next("ready")).toMatchObject({ lastSeq: 0 });
		expect(await theirs.next("ready")).toMatchObject({ lastSeq: 0 });
		mine.close();
		theirs.close();
	});

	test("opens the lobby alone for who waits there, and is not for who was refused", async () => {
		const waiting = await openMeeting(owner, { lobby: true });
		const joined = await api.request("POST", "/meetings/join", { body: { code: waiting.code, name: "Grace" } });
		const asking = { token: joined.body.access_token, body: { meetingId: waiting.id } };

		const asked = await api.request("POST", "/transcription/live/tickets", asking);
		const socket = await openSocket(api.url, { meetingId: waiting.id, ticket: asked.body.data.ticket });
		await socket.next("lobby");
		await owner.delete(`/meetings/${waiting.id}/participants/${joined.body.participant.id}`);
		await socket.closed;
		const refused = await api.request("POST", "/transcription/live/tickets", asking);

		expect(joined.body.live).toBeNull();
		expect(socket.frames).toEqual([
			{ type: "lobby", state: "waiting" },
			{ type: "lobby", state: "refused" },
		]);
		expect(codeOf(refused)).toEqual([401, "token_revoked"]);
	});
});

describe("a connection is refused", () => {
	test.each([
		["without credentials", async () => ({})],
		["with a forged token", async () => ({ token: "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3JfMSJ9." })],
	])("with 4401 %s", async (_, options) => {
		expect(await endOf(await options())).toMatchObject({ code: 4401, error: "unauthenticated" });
	});

	test("with 4404 for the meeting of another organization, and for one that does not exist", async () => {
		const missing = "mtg_01jd0z7v9gf2nbrexx3vqjhp41";

		const foreign = await endOf({ token: stranger.token });
		const unknown = await endOf({ token: stranger.token, meetingId: missing });

		expect(foreign).toEqual({ code: 4404, reason: "not_found", error: "not_found" });
		expect(unknown).toEqual(foreign);
	});

	test("with 4403 for who publishes without being in the room", async () => {
		const other = await api.addMember(owner, "admin");

		expect(await endOf({ token: other.token, role: "publish" })).toMatchObject({ code: 4403, error: "forbidden" });
	});

	test("before it opens for a page of another site; its own may", async () => {
		const page = (origin: string) => openSocket(api.url, { meetingId, token: owner.token, headers: { origin } });

		const foreign = await page("https://evil.example");
		const own = await page(api.url);

		expect(await foreign.closed).toMatchObject({ code: 1006 });
		expect(await own.next("ready")).toBeDefined();
		own.close();
	});

	test("as a stream with an ordinary error", async () => {
		const foreign = await openStream(api.url, { meetingId, token: stranger.token });
		const nobody = await openStream(api.url, { meetingId });

		expect([foreign.status, nobody.status]).toEqual([404, 401]);
	});

	test("by HTTP where it is no handshake", async () => {
		const query = `?meetingId=${meetingId}`;
		const offering = { "sec-websocket-protocol": "chat", upgrade: "websocket", connection: "upgrade" };
		const key = { "sec-websocket-version": "13", "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==" };

		const plain = await api.request("GET", `/transcription/live${query}`, { token: owner.token });
		const others = await api.request("GET", `/transcription/live${query}`, { headers: { ...offering, ...key } });
		const old = { ...offering, ...key, "sec-websocket-version": "8", "sec-websocket-protocol": "parley.v1" };
		const outdated = await api.request("GET", `/transcription/live${query}`, { headers: old });
		const role = await api.request("GET", `/transcription/live${query}&role=admin`, { headers: key });

		for (const each of [plain, others, outdated, role]) expect(codeOf(each)).toEqual([400, "invalid_request"]);
	});

	test("once there are too many of one caller", async () => {
		const limited = await openLimited();

		const codes = await limited.fill(52);

		expect(codes).toEqual([4429, 4429]);
	}, 120_000);

	/** Opens sockets of one caller where limits are on. */
	async function openLimited() {
		const rates = "live-connect=60/60,read=9999/60,write=9999/60,auth-ip=999/60,auth-account=999/60";
		const on = await openHarness({ isServed: true, env: { RATE_LIMITS: rates } });
		const by = await on.createOrganization();
		const { id } = await guestsOf(on).openMeeting(by);
		return {
			async fill(count: number) {
				const open = () => openSocket(on.url, { meetingId: id, token: by.token });
				const sockets = await Promise.all(Array.from({ length: count }, open));
				await Promise.race([Promise.all(sockets.slice(0, 50).map((each) => each.next("ready"))), Bun.sleep(2_000)]);
				const ended = sockets.map(({ closed }) => Promise.race([closed, Bun.sleep(300).then(() => null)]));
				const codes = (await Promise.all(ended)).filter((each) => each !== null).map(({ code }) => code);
				for (const each of sockets) each.close();
				await on.close();
				return codes;
			},
		};
	}
});

describe("a guest", () => {
	test("gets tickets of their own meeting, and of no other", async () => {
		const guest = await guestIn(meeting);
		const ask = (of: string) => guest.post("/transcription/live/tickets", { meetingId: of });

		const answers = [await ask(meetingId), await ask((await openMeeting(owner)).id)];

		expect(answers.map(({ status }) => status)).toEqual([201, 404]);
	});

	test("follows their own meeting, and no other", async () => {
		const guest = await guestIn(meeting);
		const other = await openMeeting(owner);

		const own = await openSocket(api.url, { meetingId, token: guest.token });
		const foreign = await openSocket(api.url, { meetingId: other.id, token: guest.token });

		expect(await own.next("ready")).toBeDefined();
		expect(await foreign.closed).toMatchObject({ code: 4404 });
		own.close();
	});
});

test("connections are counted", async () => {
	const socket = await openSocket(api.url, { meetingId, token: owner.token });
	const stream = await openStream(api.url, { meetingId, token: owner.token });
	await Promise.all([socket.next("ready"), stream.next("ready")]);

	const { text } = await api.request("GET", "/metrics");

	expect(text).toMatch(/^parley_live_connections\{transport="websocket"\} [1-9]/m);
	expect(text).toMatch(/^parley_live_connections\{transport="sse"\} [1-9]/m);
	expect(text).toMatch(/^parley_live_sessions [1-9]/m);
	socket.close();
	stream.close();
});
