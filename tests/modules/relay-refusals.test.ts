import { describe, expect, test } from "bun:test";
import { ATTRIBUTE, type Attribute, METHOD, u32 } from "#adapters/turn/message";
import { besiege } from "../support/besieged-relay.ts";
import { useHarness } from "../support/harness.ts";
import { RELAY_ENV } from "../support/relayed.ts";
import { codeOf, type IceServer, requestOf, type TurnClient, UDP } from "../support/turn-client.ts";
import { until } from "../support/until.ts";

const api = await useHarness({ isServed: true, env: RELAY_ENV });
const { allocate, guestIn, join, open, openMeeting, owner, peaceful, room, server, serverOf, stranger } =
	await besiege(api);

const refused = async (by: Partial<IceServer>, attributes?: readonly Attribute[]): Promise<number | null> =>
	codeOf(await (await open()).allocate({ ...server(), ...by }, attributes));

describe("an allocation is refused", () => {
	test("without credentials, with a challenge of this connection", async () => {
		const [one, other] = [await open(), await open()];

		const answers = [one, other].map((client) => client.send(requestOf(METHOD.allocate, [UDP], null)));
		const nonces = (await Promise.all(answers)).map(({ attributes }) => attributes.get(ATTRIBUTE.nonce)?.toString());

		expect((await Promise.all(answers)).map(codeOf)).toEqual([401, 401]);
		expect(nonces[0]).toMatch(/^[0-9a-f]{24}$/);
		expect(nonces[0]).not.toBe(nonces[1]);
	});

	const altered: readonly (readonly [string, (own: IceServer) => Partial<IceServer>])[] = [
		[
			"with a wrong password",
			({ credential }) => ({ credential: credential.replace(/^./, (c) => (c === "0" ? "1" : "0")) }),
		],
		["with no password", () => ({ credential: "" })],
		["with a name that is none of ours", () => ({ username: "admin" })],
		["with an empty name", () => ({ username: "" })],
		["with a longer time", ({ username }) => ({ username: username.replace(/^\d+/, (s) => String(Number(s) + 1)) })],
		["for another participant", ({ username }) => ({ username: username.replace(/par_.*/, peaceful.guest.id) })],
		["for another meeting", ({ username }) => ({ username: username.replace(/mtg_[^:]*/, `mtg_${"0".repeat(26)}`) })],
		["for another organization", ({ username }) => ({ username: username.replace(/org_[^:]*/, stranger.orgId) })],
		["with more behind the name", ({ username }) => ({ username: `${username}:x` })],
	];
	test.each(altered)("%s", async (_, alter) => {
		expect(await refused(alter(server()))).toBe(401);
	});

	test("once the credentials have expired", async () => {
		const guest = await guestIn(peaceful.meeting, "Late");
		const old = await serverOf(guest, peaceful.meeting);
		const expired = { ...old, username: old.username.replace(/^\d+/, String(Math.floor(api.nowMs() / 1000) - 1)) };

		expect(await refused(expired)).toBe(401);
	});

	test("with the nonce of another connection, even if all of the request is repeated", async () => {
		const [one, other] = [await open(), await open()];
		await one.allocate({ ...server(), credential: "wrong" });
		const request = requestOf(METHOD.allocate, [UDP], { ...server(), nonce: one.nonce });

		expect(codeOf(await one.send(request))).toBeNull();
		expect(codeOf(await other.send(request))).toBe(438);
	});

	test("with what was altered after it was signed", async () => {
		const client = await open();
		await client.allocate({ ...server(), credential: "wrong" });
		const request = requestOf(METHOD.allocate, [[ATTRIBUTE.lifetime, u32(600)], UDP], {
			...server(),
			nonce: client.nonce,
		});
		request.writeUInt32BE(1, 24);

		expect(codeOf(await client.send(request))).toBe(401);
	});

	test("to a participant who was removed, and to one who has left", async () => {
		const [removed, left] = [await guestIn(peaceful.meeting, "Mallory"), await guestIn(peaceful.meeting, "Trent")];
		const servers = [await serverOf(removed, peaceful.meeting), await serverOf(left, peaceful.meeting)];
		const before = await Promise.all(servers.map((each) => refused(each)));
		await owner.delete(`/meetings/${peaceful.meeting.id}/participants/${removed.id}`);
		await left.post(`/meetings/${peaceful.meeting.id}/leave`, {});

		expect(before).toEqual([null, null]);
		expect(await Promise.all(servers.map((each) => refused(each)))).toEqual([403, 403]);
	});

	test("to the participants of a meeting that is over", async () => {
		const meeting = await openMeeting(owner);
		await join(owner, meeting);
		const own = await serverOf(owner, meeting);
		await owner.post(`/meetings/${meeting.id}/end`, {});

		expect(await refused(own)).toBe(403);
	});

	test("for another transport, another family, and what it does not know", async () => {
		expect(await refused({}, [[ATTRIBUTE.transport, Buffer.from([6, 0, 0, 0])]])).toBe(442);
		expect(await refused({}, [])).toBe(442);
		expect(await refused({}, [UDP, [ATTRIBUTE.family, Buffer.from([2, 0, 0, 0])]])).toBe(440);
		expect(await refused({}, [UDP, [0x0018, Buffer.from([0x80])]])).toBe(420);
	});

	test("beyond 32 of a participant, whose others go on, and another participant has theirs", async () => {
		const { meeting, host } = await room(stranger);
		const mine = await serverOf(stranger, meeting);
		const answers: (number | null)[] = [];
		const clients: TurnClient[] = [];
		for (let n = 0; n < 34; n++) {
			const client = await open();
			clients.push(client);
			answers.push(codeOf(await client.allocate(mine)));
		}
		const others = await allocate(await guestIn(meeting, "Ida"), meeting);
		for (const client of [...clients, others]) client.close();
		await until(async () => (await refused(mine)) === null);

		expect(answers.filter((code) => code === null)).toHaveLength(31);
		expect(answers.slice(31)).toEqual([486, 486, 486]);
		expect(codeOf(await host.refresh(600))).toBeNull();
	}, 30_000);
});

describe("a request is refused", () => {
	test("for a channel out of range, one that is bound, an address that has one, and none", async () => {
		const { host, other } = await room(owner);
		const third = await allocate(owner, (await room(owner)).meeting);
		await host.bind(0x4000, other.address);

		expect(codeOf(await host.bind(0x3fff, other.address))).toBe(400);
		expect(codeOf(await host.bind(0x5000, other.address))).toBe(400);
		expect(codeOf(await host.bind(0x4000, third.address))).toBe(400);
		expect(codeOf(await host.bind(0x4001, other.address))).toBe(400);
		expect(codeOf(await host.request(METHOD.channel, []))).toBe(400);
		expect(codeOf(await host.request(METHOD.permission, []))).toBe(400);
		expect(codeOf(await host.request(0x0b, []))).toBe(400);
		expect(codeOf(await host.bind(0x4000, other.address))).toBeNull();
	});

	test("for more than 256 addresses", async () => {
		const { host } = await room(owner);
		const addresses = Array.from({ length: 257 }, (_, n) => ({ ip: 0xc6120000 + n, port: 49_152 }));

		for (let at = 0; at < 256; at += 64) expect(codeOf(await host.permit(...addresses.slice(at, at + 64)))).toBeNull();
		expect(codeOf(await host.permit(...addresses.slice(256)))).toBe(508);
	});

	test("before there is an allocation, and with the credentials of another after it", async () => {
		const client = await open();
		await client.allocate({ ...server(), credential: "wrong" });
		client.sign(server());
		const early = codeOf(await client.refresh(600));
		const { other } = await room(owner);
		other.sign(server());

		expect(early).toBe(437);
		expect(codeOf(await other.refresh(0))).toBe(441);
	});
});
