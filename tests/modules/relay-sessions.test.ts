import { expect, test } from "bun:test";
import type { Caller } from "../support/client.ts";
import { PASSWORD, useHarness } from "../support/harness.ts";
import { openSocket } from "../support/live.ts";
import { RELAY_ENV, relayedOf } from "../support/relayed.ts";
import { codeOf } from "../support/turn-client.ts";

/** How soon a relay must end: it is looked once a second. */
const SOON_MS = 5_000;

const api = await useHarness({ isServed: true, env: RELAY_ENV });
const { allocate, connect, join, openMeeting, serverOf } = relayedOf(api);
const owner = await api.createOrganization();

/** Revokes the session of a caller, as the same person in another one. */
async function revoke(first: Caller, second: Caller) {
	const { body } = await first.get("/auth/sessions");
	const { id } = body.data.find(({ current }: { current: boolean }) => current);
	return second.delete(`/auth/sessions/${id}`);
}

test.each([
	["it is signed out", (first: Caller) => first.post("/auth/logout", {})],
	["it is revoked", (first: Caller, second: Caller) => revoke(first, second)],
])(
	"a relay ends within seconds when its session does: %s, and the socket of the room with it; another session of the person goes on",
	async (_, end) => {
		const member = await api.addMember(owner, "admin");
		const { body } = await api.post("/auth/login", { email: member.email, password: PASSWORD });
		const second = api.as(body.access_token);
		const meeting = await openMeeting(owner);
		await join(member, meeting);
		const [ended, kept] = [await allocate(member, meeting), await allocate(second, meeting)];
		const socket = await openSocket(api.url, { meetingId: meeting.id, token: member.token });
		await socket.next("room");

		const answer = await end(member, second);

		expect(answer.status).toBeLessThan(300);
		const atMs = performance.now();
		await ended.closed;
		expect(performance.now() - atMs).toBeLessThan(SOON_MS);
		expect((await socket.closed).code).toBe(4401);
		expect(codeOf(await kept.refresh(600))).toBeNull();
		await expect(allocate(member, meeting)).rejects.toThrow();
	},
);

test("a relay is not opened again with the credentials of a session that has ended", async () => {
	const member = await api.addMember(owner, "admin");
	const meeting = await openMeeting(owner);
	await join(member, meeting);
	const server = await serverOf(member, meeting);
	await member.post("/auth/logout", {});

	const client = await connect(server);

	expect(codeOf(await client.allocate(server))).toBe(403);
});
