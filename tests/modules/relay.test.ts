import { beforeEach, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { ATTRIBUTE, METHOD } from "#adapters/turn/message";
import { HOUR_MS } from "#kernel/clock";
import { makeCertificate } from "../support/certificates.ts";
import { PASSWORD, useHarness } from "../support/harness.ts";
import { RELAY_ENV, relayedOf } from "../support/relayed.ts";
import { codeOf, introduce, isHeard, requestOf, type TurnClient, UDP } from "../support/turn-client.ts";
import { until } from "../support/until.ts";

/** How soon a relay must end: it is looked once a second. */
const SOON_MS = 5_000;

const certificate = makeCertificate("127.0.0.1");
const api = await useHarness({ isServed: true, env: RELAY_ENV });
const byTls = await useHarness({
	isServed: true,
	env: { ...RELAY_ENV, TURN_TLS_CERT: certificate.cert, TURN_TLS_KEY: certificate.key },
});
const figures = () => api.deps.relay?.figures;
const { room, allocate, connect, guestIn, join, joinByCode, openMeeting, serverOf } = relayedOf(api);
let owner = await api.createOrganization();
// Time passes in some tests, beyond the end of the token.
beforeEach(async () => {
	const { body } = await api.post("/auth/login", { email: owner.email, password: PASSWORD });
	owner = { ...owner, token: body.access_token };
});

/** Returns how long it takes, in ms, until the server closes a connection. */
async function closedWithin(client: TurnClient): Promise<number> {
	const startMs = performance.now();
	await client.closed;
	return performance.now() - startMs;
}

describe.each([
	["TCP", api, undefined],
	["TLS", byTls, certificate.authority],
] as const)("over %s", (_, harness, authority) => {
	const relayed = relayedOf(harness, authority);
	const opening = harness.createOrganization();

	test("two participants exchange packets of all sizes on channels, both ways and in their order", async () => {
		const { host, other } = await relayed.room(await opening);
		await introduce(host, other);
		const sent = [0, 1, 2, 3, 4, 5, 160, 1_200, 1_500, 3_000].map((bytes) => randomBytes(bytes));

		for (const data of sent) host.sendOn(0x4000, data);
		for (const data of sent) other.sendOn(0x4001, data);
		const heard = await Promise.all([host, other].map((client) => Promise.all(sent.map(() => client.next()))));

		expect(heard[0]?.map(({ data }) => data.toString("hex"))).toEqual(sent.map((data) => data.toString("hex")));
		expect(heard[1]?.map(({ data }) => data.toString("hex"))).toEqual(sent.map((data) => data.toString("hex")));
		expect(heard[0]?.[0]?.from).toBe(0x4000);
		expect(heard[1]?.[0]?.from).toBe(0x4001);
	});

	test("packets arrive whole however they are cut on the way, and however many come at once", async () => {
		const { host, other } = await relayed.room(await opening);
		await introduce(host, other);
		const frame = Buffer.from("40000003616263004000000178000000", "hex");

		for (const byte of frame) {
			host.write(Buffer.from([byte]));
			await new Promise((resolve) => setImmediate(resolve));
		}
		host.write(Buffer.concat(Array.from({ length: 50 }, () => frame)));
		await until(() => other.packets.length === 102);

		expect(new Set(other.packets.map(({ data }) => data.toString()))).toEqual(new Set(["abc", "x"]));
	});
});

describe("an allocation", () => {
	test("sends and receives without a channel once both have permitted each other, and not before", async () => {
		const { host, other } = await room(owner);
		await host.permit(other.address);

		host.sendTo(other.address, Buffer.from("early"));
		await other.permit(host.address, { ip: 0x0a000001, port: 9 });
		host.sendTo(other.address, Buffer.from("now"));
		other.sendTo(host.address, Buffer.from("back"));

		expect(await other.next()).toEqual({ from: host.address, data: Buffer.from("now") });
		expect(await host.next()).toEqual({ from: other.address, data: Buffer.from("back") });
	});

	test("has an address of its own, in a network that is routed nowhere", async () => {
		const { host, other } = await room(owner);

		expect([host, other].map(({ address }) => address.ip >>> 17)).toEqual([0xc6120000 >>> 17, 0xc6120000 >>> 17]);
		expect(host.address.ip).not.toBe(other.address.ip);
	});

	test("is confirmed again when the request is repeated, and refused as a second one", async () => {
		const { meeting } = await room(owner);
		const server = await serverOf(owner, meeting);
		const client = await connect(server);
		await client.allocate({ ...server, credential: "wrong" });
		const request = requestOf(METHOD.allocate, [UDP], { ...server, nonce: client.nonce });
		client.sign(server);

		const [first, again] = [await client.send(request), await client.send(request)];
		const second = await client.request(METHOD.allocate, [UDP]);

		expect([first, again, second].map(codeOf)).toEqual([null, null, 437]);
		expect(again.attributes.get(ATTRIBUTE.relayed)).toEqual(first.attributes.get(ATTRIBUTE.relayed) as Buffer);
	});

	test("lasts ten minutes unless it is refreshed", async () => {
		const { meeting, host, other } = await room(owner);
		api.advanceMs(599_000);

		await host.refresh(600);
		api.advanceMs(2_000);
		await other.closed;
		const third = await allocate(owner, meeting);
		await introduce(host, third);

		expect(await isHeard(host, third)).toBe(true);
	});

	test("ends when its client says so", async () => {
		const { host } = await room(owner);
		const before = figures()?.allocations ?? 0;

		const answer = await host.refresh(0);
		await host.closed;

		expect(answer.attributes.get(ATTRIBUTE.lifetime)).toEqual(Buffer.alloc(4));
		expect(figures()?.allocations).toBe(before - 1);
	});

	test("is reached for five minutes after the last permission", async () => {
		const { host, other } = await room(owner);
		await introduce(host, other);
		api.advanceMs(299_000);
		const before = await isHeard(host, other);

		api.advanceMs(2_000);
		host.sendOn(0x4000, Buffer.from("late"));
		await host.permit(other.address);
		await other.permit(host.address);
		host.sendOn(0x4000, Buffer.from("again"));

		expect(before).toBe(true);
		expect((await other.next()).data.toString()).toBe("again");
	});
});

describe("a relay ends within seconds", () => {
	test("when its participant leaves", async () => {
		const { meeting, guest, other, host } = await room(owner);

		await guest.post(`/meetings/${meeting.id}/leave`, {});

		expect(await closedWithin(other)).toBeLessThan(SOON_MS);
		expect(codeOf(await host.refresh(600))).toBeNull();
	});

	test("when they are removed", async () => {
		const { meeting, guest, other } = await room(owner);

		await owner.delete(`/meetings/${meeting.id}/participants/${guest.id}`);

		expect(await closedWithin(other)).toBeLessThan(SOON_MS);
	});

	test("when the meeting ends, for all", async () => {
		const { meeting, host, other } = await room(owner);

		await owner.post(`/meetings/${meeting.id}/end`, {});

		expect(await closedWithin(host)).toBeLessThan(SOON_MS);
		expect(await closedWithin(other)).toBeLessThan(SOON_MS);
	});

	test("when a member is removed from the organization", async () => {
		const member = await api.addMember(owner, "admin");
		const { meeting, host } = await room(owner);
		await join(member, meeting);
		const client = await allocate(member, meeting);

		await owner.delete(`/orgs/${owner.orgId}/members/${member.userId}`);

		expect(await closedWithin(client)).toBeLessThan(SOON_MS);
		expect(codeOf(await host.refresh(600))).toBeNull();
	});

	test("when the organization is suspended", async () => {
		const school = await api.createOrganization();
		const { host, other } = await room(school);
		const system = api.as(await api.signInSystem());

		const suspended = await system.post(`/orgs/${school.orgId}/suspend`, { reason: "unpaid" });

		expect(suspended.status).toBeLessThan(300);
		expect(await closedWithin(host)).toBeLessThan(SOON_MS);
		expect(await closedWithin(other)).toBeLessThan(SOON_MS);
	});

	test("when its credentials do, unless it was refreshed with newer ones of the same participant", async () => {
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting);
		// They end with the guest's token.
		api.advanceMs(8 * HOUR_MS - 60_000);
		const [kept, ended] = [await allocate(guest, meeting), await allocate(guest, meeting)];
		const again = await joinByCode(meeting.code, "Grace", { token: guest.token });
		const renewed = await serverOf(api.as(again.body.access_token), meeting);
		const another = await serverOf(await guestIn(meeting, "Ida"), meeting);

		kept.sign(renewed);
		const refreshed = codeOf(await kept.refresh(600));
		ended.sign(another);
		const ofAnother = codeOf(await ended.refresh(600));
		api.advanceMs(61_000);

		expect(again.body.participant.id).toBe(guest.id);
		expect([refreshed, ofAnother]).toEqual([null, 441]);
		expect(await closedWithin(ended)).toBeLessThan(SOON_MS);
		expect(codeOf(await kept.refresh(600))).toBeNull();
	});

	test("when the server stops", async () => {
		const own = await relayedOf(byTls, certificate.authority).room(await byTls.createOrganization());

		byTls.parley.services.relay.close();

		expect(await closedWithin(own.host)).toBeLessThan(SOON_MS);
	});
});

describe("the metrics", () => {
	test("count connections, packets and bytes, and what was refused or dropped", async () => {
		const { host, other } = await room(await api.createOrganization());
		const before = { ...figures() };
		await introduce(host, other);

		host.sendOn(0x4000, randomBytes(100));
		await other.next();
		const text = await api.deps.metrics.render();

		expect(figures()?.packets).toBe((before.packets ?? 0) + 1);
		expect(figures()?.bytes).toBe((before.bytes ?? 0) + 100);
		expect(text).toMatch(/^parley_relay_allocations [1-9]/m);
		expect(text).toMatch(/^parley_relay_connections [1-9]/m);
		expect(text).toMatch(/^parley_relay_bytes_total [1-9]/m);
		expect(text).toMatch(/^parley_relay_refused_total \d/m);
		expect(text).toMatch(/^parley_relay_dropped_total\{reason="unreachable"\} \d/m);
	});

	test("none are kept of connections that have ended", async () => {
		const meeting = await openMeeting(owner);
		await join(owner, meeting);
		const before = figures()?.connections ?? 0;
		const client = await allocate(owner, meeting);
		const during = figures()?.connections;
		client.close();
		await until(() => figures()?.connections === before);

		expect(during).toBe(before + 1);
	});
});
