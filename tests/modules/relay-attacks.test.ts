import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { connect as connectTcp } from "node:net";
import { ATTRIBUTE, type Attribute, COOKIE, METHOD, u16, u32 } from "#adapters/turn/message";
import { makeCertificate } from "../support/certificates.ts";
import { PASSWORD, useHarness } from "../support/harness.ts";
import { RELAY_ENV, relayedOf } from "../support/relayed.ts";
import {
	codeOf,
	type IceServer,
	introduce,
	isHeard,
	peer,
	requestOf,
	TurnClient,
	UDP,
} from "../support/turn-client.ts";
import { until } from "../support/until.ts";

const certificate = makeCertificate("127.0.0.1");
const api = await useHarness({ isServed: true, env: RELAY_ENV });
const byTls = await useHarness({
	isServed: true,
	env: { ...RELAY_ENV, TURN_TLS_CERT: certificate.cert, TURN_TLS_KEY: certificate.key },
});
const { room, allocate, guestIn, join, openMeeting, serverOf } = relayedOf(api);
const owner = await api.createOrganization();
const stranger = await api.createOrganization();
const peaceful = await room(owner);
await introduce(peaceful.host, peaceful.other);
let server: IceServer = await serverOf(owner, peaceful.meeting);

beforeEach(async () => {
	for (const person of [owner, stranger]) {
		const { body } = await api.post("/auth/login", { email: person.email, password: PASSWORD });
		Object.assign(person, { token: body.access_token });
	}
	server = await serverOf(owner, peaceful.meeting);
	// Time has passed: their allocations last on, and what they may send is there again.
	api.advanceMs(1_000);
	await Promise.all([peaceful.host.refresh(600), peaceful.other.refresh(600)]);
	await Promise.all([peaceful.host.permit(peaceful.other.address), peaceful.other.permit(peaceful.host.address)]);
});
// Whatever was tried: the others hear each other, and others can come.
afterEach(async () => {
	expect(await isHeard(peaceful.host, peaceful.other)).toBe(true);
	const another = await TurnClient.allocated(server);
	another.close();
});

const dropped = () => ({ ...(api.deps.relay?.figures.dropped ?? { unreachable: 0, limit: 0, slow_receiver: 0 }) });
const open = (url = server.urls[0] ?? ""): Promise<TurnClient> => TurnClient.connect(url);
const refused = async (by: Partial<IceServer>, attributes?: readonly Attribute[]): Promise<number | null> =>
	codeOf(await (await open()).allocate({ ...server, ...by }, attributes));
/** The head of a message. */
const head = (type: number, length: number): Buffer =>
	Buffer.concat([u16(type), u16(length), u32(COOKIE), randomBytes(12)]);

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
		expect(await refused(alter(server))).toBe(401);
	});

	test("once the credentials have expired", async () => {
		const guest = await guestIn(peaceful.meeting, "Late");
		const old = await serverOf(guest, peaceful.meeting);
		const expired = { ...old, username: old.username.replace(/^\d+/, String(Math.floor(api.nowMs() / 1000) - 1)) };

		expect(await refused(expired)).toBe(401);
	});

	test("with the nonce of another connection, even if all of the request is repeated", async () => {
		const [one, other] = [await open(), await open()];
		await one.allocate({ ...server, credential: "wrong" });
		const request = requestOf(METHOD.allocate, [UDP], { ...server, nonce: one.nonce });

		expect(codeOf(await one.send(request))).toBeNull();
		expect(codeOf(await other.send(request))).toBe(438);
	});

	test("with what was altered after it was signed", async () => {
		const client = await open();
		await client.allocate({ ...server, credential: "wrong" });
		const request = requestOf(METHOD.allocate, [[ATTRIBUTE.lifetime, u32(600)], UDP], {
			...server,
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

describe("a packet is dropped", () => {
	test.each([
		["of the same organization", () => owner],
		["of another organization", () => stranger],
	] as const)("that is for a participant of another meeting %s, although both have permitted it", async (_, of) => {
		const { host: victim } = await room(of());
		const attacker = await allocate(peaceful.guest, peaceful.meeting);
		await introduce(attacker, victim);
		const before = dropped().unreachable;

		attacker.sendOn(0x4000, Buffer.from("x"));
		attacker.sendTo(victim.address, Buffer.from("y"));
		victim.sendOn(0x4001, Buffer.from("z"));
		await until(() => dropped().unreachable >= before + 3);

		expect([victim.packets, attacker.packets]).toEqual([[], []]);
	});

	test("that is for a foreign address: it is permitted, and nothing leaves the process", async () => {
		const heard: string[] = [];
		const udp = await Bun.udpSocket({
			hostname: "127.0.0.1",
			socket: { data: (_, bytes) => void heard.push(bytes.toString()) },
		});
		const attacker = await allocate(peaceful.guest, peaceful.meeting);
		const target = { ip: 0x7f000001, port: udp.port };
		const before = dropped().unreachable;

		const answers = [await attacker.permit(target), await attacker.bind(0x4005, target)];
		attacker.sendTo(target, Buffer.from("x"));
		attacker.sendOn(0x4005, Buffer.from("y"));
		await until(() => dropped().unreachable === before + 2);
		const probe = await Bun.udpSocket({ hostname: "127.0.0.1" });
		probe.send("probe", udp.port, "127.0.0.1");
		await until(() => heard.length > 0);
		udp.close();
		probe.close();

		expect(answers.map(codeOf)).toEqual([null, null]);
		expect(heard).toEqual(["probe"]);
	});

	test("that its receiver, or its sender, has not permitted", async () => {
		const { host, other } = await room(owner);
		const before = dropped().unreachable;

		await host.permit(other.address);
		host.sendTo(other.address, Buffer.from("x"));
		other.sendTo(host.address, Buffer.from("y"));
		host.sendOn(0x4000, Buffer.from("z"));
		await until(() => dropped().unreachable === before + 3);

		expect([host.packets, other.packets]).toEqual([[], []]);
	});

	test("that comes before an allocation", async () => {
		const client = await open();
		client.sendTo(peaceful.host.address, Buffer.from("x"));
		const answer = await client.send(requestOf(METHOD.permission, [peer(peaceful.host.address)], null));

		expect(codeOf(answer)).toBe(401);
		expect(peaceful.host.packets.filter(({ data }) => data.toString() === "x")).toEqual([]);
	});

	test("beyond what a participant may send in a second, whatever else they have open", async () => {
		const { meeting, guest, host } = await room(stranger);
		const [one, two] = [await allocate(guest, meeting), await allocate(guest, meeting)];
		await one.bind(0x4000, host.address);
		await two.bind(0x4000, host.address);
		await host.permit(one.address, two.address);
		const before = dropped().limit;

		const data = randomBytes(3_900);
		for (let n = 0; n < 300; n++) for (const client of [one, two]) client.sendOn(0x4000, data);
		await until(() => host.packets.length + dropped().limit - before === 600, 10_000);
		const receivedBytes = host.packets.length * data.length;
		api.advanceMs(1_000);
		const { length } = host.packets;
		one.sendOn(0x4000, Buffer.from("again"));
		await until(() => host.packets.length > length);

		expect(receivedBytes).toBeLessThan(2_000_000);
	});

	test("for a reader that is too slow, who is cut after 30 s", async () => {
		const { host, other } = await room(stranger);
		await introduce(host, other);
		other.socket.pause();
		const data = randomBytes(3_900);
		const handled = (): number => (api.deps.relay?.figures.packets ?? 0) + dropped().slow_receiver + dropped().limit;
		const before = dropped().slow_receiver;
		for (let n = 0; dropped().slow_receiver < before + 200 && n < 30; n++) {
			// As much as a participant may send in a second.
			api.advanceMs(1_000);
			const aim = handled() + 400;
			for (let m = 0; m < 400; m++) host.sendOn(0x4000, data);
			await until(() => handled() >= aim);
		}
		expect(dropped().slow_receiver).toBeGreaterThanOrEqual(before + 200);
		// The same look that ends it ends a silent connection.
		const silent = await open();
		api.advanceMs(31_000);
		await silent.closed;
		other.socket.resume();
		await other.closed;

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
		await client.allocate({ ...server, credential: "wrong" });
		client.sign(server);
		const early = codeOf(await client.refresh(600));
		const { other } = await room(owner);
		other.sign(server);

		expect(early).toBe(437);
		expect(codeOf(await other.refresh(0))).toBe(441);
	});
});

describe("a connection is closed", () => {
	const hello = Buffer.concat([Buffer.from("16030100c8010000c40303", "hex"), randomBytes(40)]);
	const spoken: readonly (readonly [string, Buffer])[] = [
		["HTTP", Buffer.from("GET / HTTP/1.1\r\nHost: x\r\n\r\n")],
		["the first byte of HTTP", Buffer.from("P")],
		["TLS, without a certificate", hello],
		["zeros", Buffer.alloc(64)],
		["noise", Buffer.concat([Buffer.from([0x80]), randomBytes(64)])],
		["data of a channel", Buffer.from("4000000361626300", "hex")],
		["a length that is no multiple of four", head(0x0003, 6)],
		["a length beyond all limits", head(0x0003, 0xfffc)],
		["an attribute that is longer than its message", Buffer.concat([head(0x0003, 8), u16(6), u16(400), u32(0)])],
		["half of an attribute", Buffer.concat([head(0x0003, 4), u16(6), u16(4)])],
		["the wrong cookie", Buffer.concat([u16(3), u16(0), u32(COOKIE + 1), randomBytes(12)])],
	];
	test.each(spoken)("that speaks %s", async (_, bytes) => {
		const client = await open();

		client.write(bytes);
		await client.closed;
	});

	test("whose messages are too long although it has an allocation", async () => {
		const { host } = await room(owner);

		host.write(Buffer.concat([u16(0x4000), u16(5_000)]));
		await host.closed;
	});

	test("after eight messages without an allocation", async () => {
		const client = await open();
		const answers = Array.from({ length: 20 }, () => client.send(requestOf(METHOD.allocate, [UDP], null)));
		const codes = await Promise.allSettled(answers);
		await client.closed;

		expect(codes.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(8);
	});

	test("that allocates nothing for ten seconds: one that is silent, half of a message, and half of a handshake", async () => {
		const port = (harness: typeof api): number => harness.deps.relay?.port ?? 0;
		const silent = await open();
		const half = await open();
		half.write(head(0x0003, 8).subarray(0, 15));
		const tls = connectTcp(port(byTls), "127.0.0.1");
		tls.write(hello.subarray(0, 20));
		const closed = new Promise<void>((resolve) => tls.once("close", () => resolve()));
		await until(() => byTls.deps.relay?.figures.connections === 1);

		for (const harness of [api, byTls]) harness.advanceMs(10_001);
		await Promise.all([silent.closed, half.closed, closed]);
	});

	test("when it floods: the oldest of 256 that have allocated nothing", async () => {
		const clients = await Promise.all(Array.from({ length: 300 }, () => open()));

		await Promise.all(clients.slice(0, 20).map(({ closed }) => closed));
		const last = codeOf(await (clients.at(-1) as TurnClient).allocate(server));
		for (const client of clients) client.close();

		expect(last).toBeNull();
	}, 30_000);
});

describe("noise", () => {
	test("of two thousand messages ends in nothing", async () => {
		const before = api.deps.relay?.figures.allocations;
		for (let n = 0; n < 100; n++) {
			const client = await open();
			for (let m = 0; m < 20; m++) client.write(randomBytes(1 + ((n * m) % 200)));
			client.socket.end();
			await client.closed;
		}

		expect(api.deps.relay?.figures.allocations).toBe(before);
	}, 30_000);

	test("in a request that was signed for this connection, wherever a bit is turned, allocates nothing", async () => {
		const before = api.deps.relay?.figures.allocations;
		for (let at = 0, isEnd = false; !isEnd; at += 3) {
			const client = await open();
			const challenge = await client.send(requestOf(METHOD.allocate, [UDP], null));
			const nonce = challenge.attributes.get(ATTRIBUTE.nonce)?.toString() ?? "";
			const bytes = requestOf(METHOD.allocate, [UDP], { ...server, nonce });
			bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at);
			client.write(bytes);
			client.socket.end();
			await client.closed;
			isEnd = at + 3 >= bytes.length;
		}

		expect(api.deps.relay?.figures.allocations).toBe(before);
	}, 30_000);
});

test("no secret of the relay is logged", () => {
	const text = api.logged.join("");

	expect(text).not.toContain(server.credential);
	expect(text).not.toContain(server.username);
});
