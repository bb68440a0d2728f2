import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { HOUR_MS } from "#kernel/clock";
import { forThisFile } from "#tests/support/for-this-file";
import { type HarnessOptions, openHarness } from "#tests/support/harness";
import { relayedOf } from "#tests/support/relayed";

const OTHERS = [
	{ urls: "stun:stun.example.edu:3478" },
	{ urls: ["turn:turn.example.edu", "turns:turn.example.edu?transport=tcp"], username: "u", credential: "c" },
	{ urls: ["turn:turn.example.edu:3478?transport=udp"], secret: "north" },
];

/** Opens a server with these variables, with a meeting of its owner. */
async function serverWith(env: HarnessOptions["env"] = {}) {
	const api = await forThisFile(openHarness({ env }));
	const owner = await api.createOrganization();
	const relayed = relayedOf(api);
	return { api, owner, meeting: await relayed.openMeeting(owner), ...relayed };
}

const none = await serverWith();
const own = await serverWith({ TURN_URL: "turns:turn.example.edu:443, turn:turn.example.edu:3478?transport=tcp" });
const others = await serverWith({ ICE_SERVERS: JSON.stringify(OTHERS) });

describe("the servers by which browsers reach each other", () => {
	test("are none where none are configured", async () => {
		const { owner, meeting, join, joinByCode, serversOf } = none;
		await join(owner, meeting);

		expect(await serversOf(owner, meeting)).toEqual([]);
		expect((await joinByCode(meeting.code)).body.live.iceServers).toEqual([]);
	});

	test("are those of the relay, for who is in the room: by a ticket, and on joining", async () => {
		const { api, owner, meeting, join, joinByCode, serversOf } = own;
		const before = await serversOf(owner, meeting);
		const { id: hostId } = await join(owner, meeting);
		const guest = (await joinByCode(meeting.code)).body;

		const [server] = await serversOf(owner, meeting);
		const [again] = await serversOf(owner, meeting);
		const [ofGuest] = guest.live.iceServers;

		expect(before).toEqual([]);
		expect(server?.urls).toEqual([
			"turns:turn.example.edu:443?transport=tcp",
			"turn:turn.example.edu:3478?transport=tcp",
		]);
		const seconds = Date.parse(server?.expiresAt ?? "") / 1000;
		const [, ...of] = server?.username.split(":") ?? [];
		expect(of).toEqual([owner.orgId, meeting.id, hostId, expect.stringMatching(/^ses_[0-9a-z]{26}$/)]);
		expect(server?.username).toStartWith(`${seconds}:`);
		expect(Math.abs(seconds * 1000 - api.nowMs() - 12 * HOUR_MS)).toBeLessThan(60_000);
		expect(server?.credential).toMatch(/^[0-9a-f]{64}$/);
		expect(again?.username.split(":").slice(1)).toEqual(server?.username.split(":").slice(1) ?? []);
		expect(ofGuest.username).toEndWith(guest.participant.id);
		expect(Date.parse(ofGuest.expiresAt) - api.nowMs()).toBeLessThanOrEqual(8 * HOUR_MS);
		expect(ofGuest.credential).not.toBe(server?.credential);
	});

	test("are none for who waits in the lobby, has left, or has made the meeting and is not in it", async () => {
		const { owner, joinByCode, guestIn, openMeeting, serversOf } = own;
		const lobby = await openMeeting(owner, { lobby: true });
		const meeting = await openMeeting(owner);
		const made = await owner.post(`/workspaces/${meeting.workspaceId}/meetings`, { title: "Optics" });
		const guest = await guestIn(meeting);
		await guest.post(`/meetings/${meeting.id}/leave`, {});

		expect((await joinByCode(lobby.code)).body.live).toBeNull();
		expect(made.body.data.live.iceServers).toEqual([]);
		expect(await serversOf(owner, meeting)).toEqual([]);
		const left = await guest.post("/transcription/live/tickets", { meetingId: meeting.id });
		expect(left.body.data?.iceServers ?? []).toEqual([]);
	});

	test("are none for API keys, and readers of a captions link", async () => {
		const { api, owner, openMeeting, serversOf } = own;
		const meeting = await openMeeting(owner, { transcription: { live: true } });
		const scopes = ["transcript:read", "meeting:read"];
		const { body } = await owner.post(`/orgs/${owner.orgId}/api-keys`, { name: "K", scopes });

		expect(await serversOf(api.as(body.data.key), meeting)).toEqual([]);
	});

	test("are those of the operator: open, with fixed credentials, and with a secret for those of each participant", async () => {
		const { owner, meeting, join, serversOf } = others;
		const { id } = await join(owner, meeting);

		const servers = await serversOf(owner, meeting);

		const [open, fixed, secret] = servers;
		const username = `${Date.parse(secret?.expiresAt ?? "") / 1000}:${id}`;
		expect(servers).toHaveLength(3);
		expect(open as unknown).toEqual({
			...OTHERS[0],
			urls: [String(OTHERS[0]?.urls)],
			username: null,
			credential: null,
			expiresAt: null,
		});
		expect(fixed as unknown).toEqual({ ...OTHERS[1], expiresAt: null });
		expect(secret).toMatchObject({
			urls: ["turn:turn.example.edu:3478?transport=udp"],
			username,
			credential: createHmac("sha1", "north").update(username).digest("base64"),
		});
	});
});
