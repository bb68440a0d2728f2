import { afterAll, beforeEach, describe, expect } from "bun:test";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { RECEIVER_ENV, startReceiver } from "#tests/support/receiver";
import { inProcessTest } from "#tests/support/target";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const receiver = await startReceiver();
afterAll(() => receiver.close());
const api = await useHarness({ env: RECEIVER_ENV });
const { followers } = api.parley.services;
beforeEach(() => {
	receiver.received.length = 0;
	receiver.answer = (_request, response) => void response.writeHead(204).end();
});

/** Answers all requests with a status, and with these headers. */
const answerWith = (status: number, headers: Record<string, string> = {}) => {
	receiver.answer = (_request, response) => void response.writeHead(status, headers).end("no");
};
/** Sends a request of somebody who has just signed in: tokens do not last for the time that passes here. */
async function call({ email, orgId }: SignedIn, method: string, rest: string, body?: unknown) {
	const signedIn = await api.request("POST", "/auth/login", { body: { email, password: PASSWORD, orgId } });
	const token = signedIn.body.access_token;
	return api.request(method, `/orgs/${orgId}${rest}`, { token, ...(body !== undefined && { body }) });
}
const rename = (by: SignedIn, name: string) => call(by, "PUT", "", { name });

async function register(by: SignedIn, path = "/", more: Record<string, unknown> = {}): Promise<string> {
	const eventTypes = ["org.updated", "org.suspended", "org.resumed", "workspace.created"];
	const { status, body } = await call(by, "POST", "/webhooks", { url: receiver.url(path), eventTypes, ...more });
	expect(status).toBe(201);
	return body.data.id;
}

const webhook = async (by: SignedIn, id: string) => (await call(by, "GET", `/webhooks/${id}`)).body.data;
const deliveries = async (by: SignedIn, id: string) => (await call(by, "GET", `/webhooks/${id}/deliveries`)).body.data;
const names = (path: string) => receiver.at(path).map(({ body }) => body.data.object.name);

/** Lets time pass, and then does what is due. */
async function pass(ms: number): Promise<void> {
	api.advanceMs(ms);
	await followers.runDue();
}

describe("an event that fails", () => {
	inProcessTest("is tried again on its schedule, with the same id, and given up after the tenth attempt", async () => {
		const owner = await api.createOrganization();
		const id = await register(owner, "/once");
		answerWith(500);
		await rename(owner, "Once");
		await followers.runDue();
		const counts: number[] = [receiver.at("/once").length];

		const hours = [5 / 3_600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24];
		for (const delay of hours) {
			await pass(delay * HOUR_MS - 1);
			counts.push(receiver.at("/once").length);
			await pass(delay * HOUR_MS * 0.1 + 2);
		}

		const [delivery] = await deliveries(owner, id);
		expect(counts).toEqual([1, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
		expect(receiver.at("/once")).toHaveLength(10);
		expect(new Set(receiver.at("/once").map(({ headers }) => headers["webhook-id"])).size).toBe(1);
		expect(delivery).toMatchObject({ state: "failed", attemptCount: 10, nextAttemptAt: null });
		expect(delivery.attempts[0]).toMatchObject({ status: 500, response: "no" });
	});

	inProcessTest("waits for as long as the receiver asks, up to a day", async () => {
		const owner = await api.createOrganization();
		await register(owner, "/later");
		answerWith(503, { "retry-after": "3600" });
		await rename(owner, "Later");
		await followers.runDue();

		await pass(HOUR_MS - 1);
		const before = receiver.at("/later").length;
		answerWith(429, { "retry-after": "999999" });
		await pass(2);
		await pass(24 * HOUR_MS - 2);
		const during = receiver.at("/later").length;
		await pass(2);

		expect([before, during, receiver.at("/later").length]).toEqual([1, 2, 3]);
	});

	inProcessTest.each([
		["a day however long the number is", "9".repeat(400), 24 * HOUR_MS],
		["its own delay if that is in the past", "Wed, 21 Oct 2015 07:28:00 GMT", 5_000],
		["its own delay if that is below zero", "-3600", 5_000],
		["its own delay if that says nothing", "soon", 5_000],
	])("waits for %s", async (what, retryAfter, delayMs) => {
		const owner = await api.createOrganization();
		const path = `/${what.replaceAll(" ", "-")}`;
		await register(owner, path);
		answerWith(503, { "retry-after": retryAfter });
		await rename(owner, "Later");
		await followers.runDue();

		await pass(delayMs - 1);
		const before = receiver.at(path).length;
		await pass(delayMs * 0.1 + 2);

		expect([before, receiver.at(path).length]).toEqual([1, 2]);
	});

	inProcessTest("does not hold up later ones, until five in a row have failed; then they follow in order", async () => {
		const owner = await api.createOrganization();
		const id = await register(owner, "/parked");
		answerWith(500);
		for (let n = 1; n <= 8; n++) await rename(owner, `Name ${n}`);
		await followers.runDue();
		const tried = names("/parked");
		const failing = await webhook(owner, id);

		answerWith(200);
		await pass(6_000);

		const { state, failingSince } = await webhook(owner, id);
		expect(tried).toEqual([1, 2, 3, 4, 5].map((n) => `Name ${n}`));
		expect(failing.state).toBe("failing");
		expect(names("/parked").slice(5).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `Name ${n}`));
		expect(
			names("/parked")
				.slice(5)
				.filter((name) => /[678]/.test(name)),
		).toEqual(["Name 6", "Name 7", "Name 8"]);
		expect({ state, failingSince }).toEqual({ state: "enabled", failingSince: null });
	});
});

describe("a receiver that is down", () => {
	inProcessTest("for a day misses nothing", async () => {
		const owner = await api.createOrganization();
		const id = await register(owner, "/day");
		answerWith(502);
		for (let hour = 0; hour < 24; hour++) {
			await rename(owner, `Hour ${hour}`);
			await pass(HOUR_MS);
		}
		const before = receiver.at("/day").length;

		answerWith(200);
		await pass(25 * HOUR_MS);

		const taken = names("/day").slice(before);
		expect(taken.toSorted()).toEqual(Array.from({ length: 24 }, (_, hour) => `Hour ${hour}`).toSorted());
		expect((await deliveries(owner, id)).map(({ state }: { state: string }) => state)).toEqual(
			Array.from({ length: 24 }, () => "succeeded"),
		);
	});

	inProcessTest(
		"for some hours is tried at once, with what has failed, in order, when somebody enables it",
		async () => {
			const owner = await api.createOrganization();
			const id = await register(owner, "/mended");
			answerWith(500);
			for (let n = 1; n <= 6; n++) await rename(owner, `Name ${n}`);
			await followers.runDue();
			for (const delay of [1 / 60, 0.1, 0.6, 2.3]) await pass(delay * HOUR_MS);
			const failing = await webhook(owner, id);
			receiver.received.length = 0;

			answerWith(204);
			await call(owner, "POST", `/webhooks/${id}/enable`);
			await followers.runDue();

			expect(failing.state).toBe("failing");
			expect(names("/mended").toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `Name ${n}`));
			expect(names("/mended").filter((name) => name !== "Name 6")).toEqual([1, 2, 3, 4, 5].map((n) => `Name ${n}`));
			expect((await webhook(owner, id)).state).toBe("enabled");
		},
	);

	inProcessTest("for five days is disabled, and other webhooks are told", async () => {
		const owner = await api.createOrganization();
		const id = await register(owner, "/down");
		await register(owner, "/other", { eventTypes: ["webhook.*"] });
		receiver.answer = ({ path }, response) => void response.writeHead(path === "/down" ? 500 : 200).end();
		for (let hour = 0; hour < 150 && (await webhook(owner, id)).state !== "disabled"; hour += 6) {
			await rename(owner, `Hour ${hour}`);
			await pass(6 * HOUR_MS);
		}

		const { state, disabledReason, failingSince, disabledAt } = await webhook(owner, id);

		const lasted = Date.parse(disabledAt) - Date.parse(failingSince);
		expect({ state, disabledReason }).toEqual({ state: "disabled", disabledReason: "failing" });
		expect(lasted).toBeGreaterThanOrEqual(120 * HOUR_MS);
		expect(lasted).toBeLessThan(150 * HOUR_MS);
		expect(receiver.at("/other").map(({ body }) => body.type)).toEqual(["webhook.endpoint.disabled"]);
	});
});

describe("an organization that is suspended", () => {
	inProcessTest("is told of itself alone; the rest follows in order once it is resumed", async () => {
		const owner = await api.createOrganization();
		await register(owner, "/closed");
		for (const name of ["Room 1", "Room 2"]) await call(owner, "POST", "/workspaces", { name });
		await call(owner, "POST", "/suspend", { reasonCode: "owner_request" });
		await followers.runDue();
		const during = receiver.at("/closed").map(({ body }) => body.type);

		await call(owner, "POST", "/resume", {});
		await followers.runDue();
		await pass(1_000);

		const types = receiver.at("/closed").map(({ body }) => body.type);
		expect(during).toEqual(["org.suspended"]);
		expect(types.toSorted()).toEqual(["org.resumed", "org.suspended", "workspace.created", "workspace.created"]);
		expect(names("/closed").filter((name) => /^Room/.test(name))).toEqual(["Room 1", "Room 2"]);
	});

	inProcessTest("is told the rest also where a webhook has not chosen to hear that it was resumed", async () => {
		const owner = await api.createOrganization();
		await register(owner, "/unaware", { eventTypes: ["workspace.created"] });
		await call(owner, "POST", "/workspaces", { name: "Room 1" });
		await call(owner, "POST", "/suspend", { reasonCode: "owner_request" });
		await followers.runDue();

		await call(owner, "POST", "/resume", {});
		await followers.runDue();
		await pass(1_000);

		expect(names("/unaware")).toEqual(["Room 1"]);
	});

	inProcessTest("is told the rest once it is restored, if it was about to be deleted", async () => {
		const owner = await api.createOrganization();
		await register(owner, "/restored");
		await call(owner, "POST", "/workspaces", { name: "Room 1" });
		await call(owner, "DELETE", "");
		await followers.runDue();
		const during = receiver.at("/restored").length;

		await call(owner, "POST", "/restore", {});
		await followers.runDue();
		await pass(1_000);

		expect(during).toBe(0);
		expect(names("/restored")).toEqual(["Room 1"]);
	});
});
