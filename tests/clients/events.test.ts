import { describe, expect, test } from "bun:test";
import { forThisFile } from "#tests/support/for-this-file";
import { useHarness } from "#tests/support/harness";
import { createWorkspace, openClient } from "#tests/support/published-client";
import { RECEIVER_ENV, type ReceivedRequest, startReceiver } from "#tests/support/receiver";
import { openTcpProxy } from "#tests/support/tcp-proxy";
import { until } from "#tests/support/until";
import {
	type EventPattern,
	type FollowOptions,
	followEvents,
	type ParleyEvent,
	ProblemError,
	unwrap,
	verifyWebhook,
	WebhookError,
} from "../../clients/typescript/src/index.ts";

const server = await useHarness({ env: RECEIVER_ENV, isServed: true });
const proxy = await forThisFile(openTcpProxy(server.url));
const receiver = await forThisFile(startReceiver());

/** Creates an organization, and follows its events through the proxy until the test is over. */
async function openOrganization() {
	const { orgId, token } = await server.createOrganization();
	const direct = openClient({ baseUrl: server.url, auth: token });
	const api = openClient({ baseUrl: proxy.url, auth: token });

	function follow<Pattern extends EventPattern>(more: Partial<FollowOptions<Pattern>> = {}) {
		const leaving = new AbortController();
		const events: ParleyEvent[] = [];
		const ended = (async () => {
			for await (const event of followEvents(api, { orgId, signal: leaving.signal, ...more })) events.push(event);
		})();
		return {
			events,
			ended,
			has: (count: number) => until(() => events.length >= count),
			sequences: () => events.map(({ sequence }) => sequence),
			leave: () => leaving.abort(),
		};
	}
	return { orgId, token, direct, api, follow };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("A client that follows events", () => {
	test("gets each of them once and in order, however often its connection breaks", async () => {
		const { orgId, direct, follow, api } = await openOrganization();
		const { events, has, sequences, leave, ended } = follow();

		for (let round = 0; round < 6; round++) {
			const seen = events.length;
			await Promise.all([0, 1, 2].map((n) => createWorkspace(direct, orgId, `${round}.${n}`)));
			// Once in the middle of what is sent, once when all has arrived.
			if (round % 2 === 0) await has(seen + 3);
			proxy.cut();
		}
		const { data } = await unwrap(
			direct.GET("/orgs/{orgId}/events", { params: { path: { orgId }, query: { limit: 200 } } }),
		);
		await has(data.length);
		await Bun.sleep(200);
		leave();
		await ended;

		expect(sequences()).toEqual(upTo(data.length));
		expect(events.map(({ id }) => id)).toEqual(data.map(({ id }) => id));
		// The first connection begins where the log does; the others ask for what they lack.
		const [first, ...others] = api.sent.map(({ after }) => after);
		expect(first).toBeNull();
		expect(others.length).toBeGreaterThan(2);
		expect(Number(others.at(-1))).toBeGreaterThan(Number(others[0]));
	});

	test("goes on in a later run where it was", async () => {
		const { orgId, direct, follow } = await openOrganization();
		await createWorkspace(direct, orgId, "Physics");
		const first = follow();
		await first.has(3);
		first.leave();

		await createWorkspace(direct, orgId, "Optics");
		const second = follow({ after: first.sequences().at(-1) ?? 0 });
		await until(() => second.events.some(({ data }) => JSON.stringify(data).includes("Optics")));
		second.leave();

		expect([...first.sequences(), ...second.sequences()]).toEqual(upTo(first.events.length + second.events.length));
	});

	test("leaves a connection that has become silent", async () => {
		const { orgId, direct, follow } = await openOrganization();
		const { has, sequences, leave, ended, events } = follow({ silenceMs: 500 });
		await has(1);

		const open = proxy.lose();
		await createWorkspace(direct, orgId, "Physics");
		await until(() => events.some(({ type }) => type === "workspace.created"));
		leave();
		await ended;

		expect(sequences()).toEqual(upTo(events.length));
		expect(open()).toBe(0);
	});

	test("gets the types that it asks for, with the members of their objects", async () => {
		const { orgId, direct, api } = await openOrganization();
		await createWorkspace(direct, orgId, "Physics");

		for await (const event of followEvents(api, { orgId, types: ["workspace.*"] })) {
			// @ts-expect-error: of other types
			if (event.type === "meeting.started") throw new Error("it has not asked for that");
			if (event.type === "workspace.created") expect(event.data.object.name).toBe("Physics");
			expect(event.type).toStartWith("workspace.");
			break;
		}
	});

	test("learns that it may not follow any longer, and why", async () => {
		const owner = await server.createOrganization();
		const admin = await server.addMember(owner, "admin");
		const api = openClient({ baseUrl: proxy.url, auth: admin.token });
		const ending = (async () => {
			for await (const event of followEvents(api, { orgId: owner.orgId })) expect(event.sequence).toBeGreaterThan(0);
		})();
		await until(() => api.sent.some(({ status }) => status === 200));

		await server.request("DELETE", `/orgs/${owner.orgId}/members/${admin.userId}`, { token: owner.token });
		const error = await ending.catch((reason: unknown) => reason);

		expect(error).toBeInstanceOf(ProblemError);
	});
});

describe("A delivery of a webhook", () => {
	/** Has an event delivered. */
	async function deliver(path: string): Promise<{ readonly secret: string; readonly delivery: ReceivedRequest }> {
		const { orgId, direct } = await openOrganization();
		const body = { url: receiver.url(path), eventTypes: ["workspace.created" as const] };
		const { data } = await unwrap(direct.POST("/orgs/{orgId}/webhooks", { params: { path: { orgId } }, body }));
		await createWorkspace(direct, orgId, "Physics");
		await receiver.got(1, path);
		const [delivery] = receiver.at(path);
		if (!delivery) throw new Error("nothing was delivered");
		return { secret: data.secret, delivery };
	}

	const faultOf = (verifying: Promise<unknown>) =>
		verifying.then(
			() => null,
			(error: unknown) => (error instanceof WebhookError ? error.fault : error),
		);

	test("is verified, and is the event", async () => {
		const { secret, delivery } = await deliver("/genuine");
		const now = { nowMs: server.nowMs() };

		const event = await verifyWebhook(secret, delivery.headers, delivery.text, now);

		expect(event).toEqual(delivery.body);
		expect(await verifyWebhook(["whsec_b3RoZXI=", secret], delivery.headers, delivery.text, now)).toEqual(event);
		const headers = new Headers(delivery.headers as Record<string, string>);
		expect(await verifyWebhook(secret, headers, Buffer.from(delivery.text), now)).toEqual(event);
	});

	test("is refused if anything of it is wrong", async () => {
		const { secret, delivery } = await deliver("/forged");
		const { headers, text } = delivery;
		const nowMs = server.nowMs();
		const verify = (more: Readonly<Record<string, string | undefined>>, body = text, by = secret, atMs = nowMs) =>
			faultOf(verifyWebhook(by, { ...headers, ...more }, body, { nowMs: atMs }));

		expect(await verify({})).toBeNull();
		expect(await verify({}, text.replace("Physics", "Optics"))).toBe("wrong_signature");
		expect(await verify({}, `${text} `)).toBe("wrong_signature");
		expect(await verify({}, text, "whsec_b3RoZXI=")).toBe("wrong_signature");
		expect(await verify({ "webhook-id": "evt_01jd0z7v9gf2nbrexx3vqjhp41" })).toBe("wrong_signature");
		expect(await verify({ "webhook-timestamp": String(Math.floor(nowMs / 1_000) - 1) })).toBe("wrong_signature");
		for (const signature of [
			"v1,",
			"v1,AAAA",
			"v1,not base64",
			"v2,AAAA",
			String(headers["webhook-signature"]).slice(3),
		])
			expect(await verify({ "webhook-signature": signature })).toBe("wrong_signature");
		for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"])
			expect(await verify({ [name]: undefined })).toBe("missing_headers");
		expect(await verify({ "webhook-timestamp": "NaN" })).toBe("missing_headers");
		expect(await verify({}, text, secret, nowMs + 301_000)).toBe("too_old");
		expect(await verify({}, text, secret, nowMs - 301_000)).toBe("too_new");
		expect(await verify({}, text, "whsec_")).toBe("wrong_secret");
	});
});
