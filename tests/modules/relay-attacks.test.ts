import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { connect as connectTcp } from "node:net";
import { ATTRIBUTE, COOKIE, METHOD, u16, u32 } from "#adapters/turn/message";
import { besiege } from "../support/besieged-relay.ts";
import { makeCertificate } from "../support/certificates.ts";
import { useHarness } from "../support/harness.ts";
import { RELAY_ENV } from "../support/relayed.ts";
import { codeOf, introduce, peer, requestOf, type TurnClient, UDP } from "../support/turn-client.ts";
import { until } from "../support/until.ts";

const certificate = makeCertificate("127.0.0.1");
const api = await useHarness({ isServed: true, env: RELAY_ENV });
const byTls = await useHarness({
	isServed: true,
	env: { ...RELAY_ENV, TURN_TLS_CERT: certificate.cert, TURN_TLS_KEY: certificate.key },
});
const { allocate, open, owner, peaceful, room, server, stranger } = await besiege(api);

const dropped = () => ({ ...(api.deps.relay?.figures.dropped ?? { unreachable: 0, limit: 0, slow_receiver: 0 }) });
/** The head of a message. */
const head = (type: number, length: number): Buffer =>
	Buffer.concat([u16(type), u16(length), u32(COOKIE), randomBytes(12)]);

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
		const last = codeOf(await (clients.at(-1) as TurnClient).allocate(server()));
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
			const bytes = requestOf(METHOD.allocate, [UDP], { ...server(), nonce });
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

	expect(text).not.toContain(server().credential);
	expect(text).not.toContain(server().username);
});
