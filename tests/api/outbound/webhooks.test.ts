import { afterAll, beforeEach, describe, expect, setSystemTime, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { RECEIVER_ENV, type ReceivedRequest, startReceiver } from "#tests/support/receiver";
import { codeOf } from "#tests/support/responses";
import { isInProcess } from "#tests/support/target";
import { announced, eventsOf } from "#tests/support/traces";

const receiver = await startReceiver();
afterAll(() => receiver.close());
const api = await useHarness({ env: RECEIVER_ENV, isServed: true });
beforeEach(() => {
	receiver.received.length = 0;
	receiver.answer = (_request, response) => void response.writeHead(204).end();
});

const pathOf = ({ orgId }: SignedIn, rest = "") => `/orgs/${orgId}/webhooks${rest}`;
const call = (by: SignedIn, method: string, rest: string, body?: unknown) =>
	api.request(method, pathOf(by, rest), { token: by.token, ...(body !== undefined && { body }) });

/** Registers a webhook at a path of the receiver. */
async function register(by: SignedIn, path: string, more: Record<string, unknown> = {}) {
	const response = await call(by, "POST", "", { url: receiver.url(path), ...more });
	expect(response.status).toBe(201);
	return response.body.data as { id: string; secret: string };
}

const rename = (by: SignedIn, name: string) =>
	api.request("PUT", `/orgs/${by.orgId}`, { token: by.token, body: { name } });

/** Verifies a request with the library of the standard, by the time of the service. */
function verify(secret: string, { text, headers }: ReceivedRequest): unknown {
	if (isInProcess) setSystemTime(new Date(api.nowMs()));
	try {
		return new Webhook(secret).verify(text, headers as Record<string, string>);
	} finally {
		setSystemTime();
	}
}

async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
	for (;;) {
		const found = await read();
		if (found !== undefined) return found;
		await Bun.sleep(10);
	}
}

/** Resolves with the newest delivery of a webhook once it is in a state. */
const delivered = (by: SignedIn, id: string, state: string) =>
	until(async () => {
		const { body } = await call(by, "GET", `/${id}/deliveries?limit=1`);
		return body.data[0]?.state === state ? body.data[0] : undefined;
	});

describe("a webhook", () => {
	test("receives what happens from its registration on, signed and in order", async () => {
		const owner = await api.createOrganization();
		await rename(owner, "Before");
		const { secret } = await register(owner, "/all");

		for (const name of ["One", "Two", "Three"]) await rename(owner, name);
		await receiver.got(3, "/all");

		const bodies = receiver.at("/all").map((request) => verify(secret, request) as ReceivedRequest["body"]);
		expect(bodies.map(({ type }) => type)).toEqual(["org.updated", "org.updated", "org.updated"]);
		expect(bodies.map(({ data }) => data.object.name)).toEqual(["One", "Two", "Three"]);
		const [first = Number.NaN] = bodies.map(({ sequence }) => sequence);
		expect(bodies.map(({ sequence }) => sequence)).toEqual([first, first + 1, first + 2]);
		expect(receiver.at("/all").map(({ headers }) => headers["webhook-id"])).toEqual(bodies.map(({ id }) => id));
	});

	test("receives only the types that it has chosen, thin if it wants, with its headers", async () => {
		const owner = await api.createOrganization();
		const headers = { Authorization: "Bearer 1234", "X-School": "yes" };
		await register(owner, "/some", { eventTypes: ["workspace.*"], payload: "thin", headers });

		await rename(owner, "Unwanted");
		const body = { name: "Room", slug: "room" };
		await api.request("POST", `/orgs/${owner.orgId}/workspaces`, { token: owner.token, body });
		await receiver.got(1, "/some");

		const [request] = receiver.at("/some");
		expect(request?.body.type).toStartWith("workspace.");
		expect(Object.keys(request?.body.data.object).every((name) => /^id$|Ids?$/.test(name))).toBe(true);
		expect(request?.body.data.changes).toBeUndefined();
		expect(request?.headers.authorization).toBe("Bearer 1234");
		expect(request?.headers["x-school"]).toBe("yes");
	});

	test("shows neither its secret nor the values of its headers again, in no response and no event", async () => {
		const owner = await api.createOrganization();
		const { id, secret } = await register(owner, "/secret?key=in-the-url", { headers: { "X-Key": "in-the-header" } });

		const shown = [await call(owner, "GET", `/${id}`), await call(owner, "GET", "")];
		const events = await eventsOf(api.store, owner.orgId);

		expect(shown.map(({ text }) => text).join()).not.toContain(secret);
		expect(shown.map(({ text }) => text).join()).not.toContain("in-the-header");
		expect(JSON.stringify(events)).not.toMatch(/in-the-url|in-the-header|whsec_/);
		expect(shown[0]?.body.data.headerNames).toEqual(["x-key"]);
	});

	test("signs with both secrets for as long as the rotation says, then with the new one", async () => {
		const owner = await api.createOrganization();
		const { id, secret } = await register(owner, "/rotated");
		const rotated = await call(owner, "POST", `/${id}/rotate-secret`, { gracePeriodSeconds: 60 });

		await rename(owner, "Both");
		await receiver.got(1, "/rotated");
		const now = await call(owner, "POST", `/${id}/rotate-secret`, { gracePeriodSeconds: 0 });
		await rename(owner, "New");
		await receiver.got(2, "/rotated");

		const [both, alone] = receiver.at("/rotated") as [ReceivedRequest, ReceivedRequest];
		verify(secret, both);
		verify(rotated.body.data.secret, both);
		expect(() => verify(rotated.body.data.secret, alone)).toThrow();
		verify(now.body.data.secret, alone);
	});

	test("receives a test whatever it has chosen, and nobody else does", async () => {
		const owner = await api.createOrganization();
		const { id } = await register(owner, "/tested", { eventTypes: ["meeting.*"] });
		await register(owner, "/other");

		const queued = await call(owner, "POST", `/${id}/test`);
		const delivery = await delivered(owner, id, "succeeded");
		await rename(owner, "After");
		await receiver.got(1, "/other");

		expect(queued.status).toBe(202);
		expect(delivery).toMatchObject({ id: queued.body.data.id, eventType: "webhook.test", attemptCount: 1 });
		expect(receiver.at("/tested").map(({ body }) => [body.type, body.data.object.id])).toEqual([["webhook.test", id]]);
		expect(receiver.at("/other").map(({ body }) => body.type)).toEqual(["org.updated"]);
	});

	test("that answers 410 is disabled at once, says so, and receives what it has missed once it is enabled", async () => {
		const owner = await api.createOrganization();
		const { id } = await register(owner, "/gone");
		receiver.answer = (_request, response) => void response.writeHead(410).end("moved");

		await rename(owner, "One");
		await until(async () => ((await call(owner, "GET", `/${id}`)).body.data.state === "disabled" ? true : undefined));
		const { body } = await call(owner, "GET", `/${id}`);
		await rename(owner, "Two");
		receiver.answer = (_request, response) => void response.writeHead(200).end();
		const enabled = await call(owner, "POST", `/${id}/enable`);
		await receiver.got(2, "/gone");

		expect(body.data).toMatchObject({ disabledReason: "gone" });
		expect(enabled.body.data).toMatchObject({ state: "enabled", disabledReason: null });
		expect(receiver.at("/gone").map(({ body: { data } }) => data.object.name)).toEqual(["One", "Two"]);
		const types = await announced(api.store, owner.orgId);
		expect(types).toContain("webhook.endpoint.disabled");
		expect(types).toContain("webhook.endpoint.enabled");
	});

	test("receives an event again, with the same id, when somebody asks for it", async () => {
		const owner = await api.createOrganization();
		const { id } = await register(owner, "/again");
		await rename(owner, "Once");
		const delivery = await delivered(owner, id, "succeeded");

		const response = await call(owner, "POST", `/${id}/deliveries/${delivery.id}/redeliver`);
		await receiver.got(2, "/again");

		expect(response.status).toBe(202);
		expect(receiver.at("/again").map(({ headers }) => headers["webhook-id"])).toEqual([
			delivery.eventId,
			delivery.eventId,
		]);
	});

	test("receives the events of a period again, in order", async () => {
		const owner = await api.createOrganization();
		const { id } = await register(owner, "/replayed");
		for (const name of ["One", "Two", "Three"]) await rename(owner, name);
		await receiver.got(3, "/replayed");

		const at = (ms: number) => new Date(api.nowMs() + ms).toISOString();
		const response = await call(owner, "POST", `/${id}/replay`, { from: at(-3_600_000), to: at(3_600_000) });
		const namesFrom = (at: number) =>
			receiver
				.at("/replayed")
				.slice(at)
				.map(({ body }) => body.data.object.name);
		while (!namesFrom(3).includes("Three")) await Bun.sleep(10);

		const sequences = receiver
			.at("/replayed")
			.slice(3)
			.map(({ body }) => body.sequence);
		expect(response.status).toBe(202);
		expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
		expect(namesFrom(3).slice(-3)).toEqual(["One", "Two", "Three"]);
	});

	test("is registered by who administers the organization, at most 20 times", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const one = () => call(owner, "POST", "", { url: receiver.url("/many") });

		const refused = await call(member, "POST", "", { url: receiver.url("/member") });
		const all = await Promise.all(Array.from({ length: 22 }, one));

		expect(codeOf(refused)).toEqual([403, "insufficient_scope"]);
		expect(all.filter(({ status }) => status === 201)).toHaveLength(20);
		expect(all.filter(({ status }) => status === 409)).toHaveLength(2);
	});

	test.each([
		["url", { url: "https://10.0.0.1/" }, "/url"],
		["url", { url: "https://user:secret@hooks.example.com/" }, "/url"],
		["url", { url: "file:///etc/hostname" }, "/url"],
		["eventTypes", { eventTypes: ["meeting.exploded"] }, "/eventTypes/0"],
		["eventTypes", { eventTypes: ["nothing.*"] }, "/eventTypes/0"],
		["headers", { headers: { Host: "internal" } }, "/headers/Host"],
		["headers", { headers: { "Webhook-Signature": "v1,x" } }, "/headers/Webhook-Signature"],
		["headers", { headers: { "Content-Length": "0" } }, "/headers/Content-Length"],
		["headers", { headers: { "Transfer-Encoding": "chunked" } }, "/headers/Transfer-Encoding"],
		["headers", { headers: { "X-A": "a\r\nX-B: b" } }, "/headers/X-A"],
		["headers", { headers: { "X-A": "a", "x-a": "b" } }, "/headers/x-a"],
	])("is not registered with an unacceptable %s: %j", async (_member, body, path) => {
		const owner = await api.createOrganization();

		const response = await call(owner, "POST", "", { url: receiver.url("/"), ...body });

		expect(codeOf(response)).toEqual([422, "validation_failed"]);
		expect(response.body.error.errors.map((error: { path: string }) => error.path)).toEqual([path]);
	});

	test("receives thin payloads alone where the compliance mode says so", async () => {
		const owner = await api.createOrganization({ settings: { complianceMode: "hipaa" } });
		const refused = await call(owner, "POST", "", { url: receiver.url("/thin"), payload: "full" });
		await register(owner, "/thin");

		await rename(owner, "Patients");
		await receiver.got(1, "/thin");

		expect(codeOf(refused)).toEqual([422, "compliance_violation"]);
		expect(receiver.at("/thin")[0]?.text).not.toContain("Patients");
	});
});

describe("a webhook that is deleted", () => {
	test("receives nothing any more", async () => {
		const owner = await api.createOrganization();
		const { id } = await register(owner, "/deleted");
		await register(owner, "/kept");

		const response = await call(owner, "DELETE", `/${id}`);
		await rename(owner, "After");
		while (!receiver.at("/kept").some(({ body }) => body.type === "org.updated")) await Bun.sleep(10);

		expect(response.status).toBe(204);
		expect(receiver.at("/deleted").map(({ body }) => body.type)).not.toContain("org.updated");
		expect(codeOf(await call(owner, "GET", `/${id}/deliveries`))).toEqual([404, "not_found"]);
	});
});

describe("the types of events", () => {
	test("are listed with a schema that what is sent fulfills", async () => {
		const owner = await api.createOrganization();
		const { body } = await api.request("GET", "/webhooks/event-types", { token: owner.token });

		const types = body.data.eventTypes.map(({ type }: { type: string }) => type);

		expect(types).toEqual(types.toSorted());
		expect(types).toContain("meeting.ended");
		expect(types).toContain("webhook.test");
	});
});
