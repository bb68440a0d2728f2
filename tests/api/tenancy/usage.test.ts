import { describe, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS } from "#kernel/clock";
import { recordUsages, type Usage } from "#platform/usage";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessTest, isInProcess } from "#tests/support/target";
import { until } from "#tests/support/until";

const api = await useHarness();

const record = ({ orgId }: SignedIn, ...usages: readonly Partial<Usage>[]) =>
	api.store.tx((tx) =>
		recordUsages(
			tx,
			orgId,
			usages.map((usage) => ({
				meter: "meetingMs",
				quantity: 60_000,
				subject: crypto.randomUUID(),
				occurredAtMs: api.nowMs(),
				...usage,
			})),
		),
	);

const get = (caller: SignedIn, query: string) =>
	api.request("GET", `/orgs/${caller.orgId}/billing/usage${query}`, { token: caller.token });

/** Writes what this process has counted, as it does every fifteen seconds. */
async function write(): Promise<void> {
	const tasks = api.parley.services.contributions.flatMap(({ periodicTasks }) => periodicTasks ?? []);
	const writing = tasks.find(({ failureMessage }) => failureMessage === "requests could not be counted");
	if (writing === undefined) throw new Error("nobody writes the requests");
	await writing.work();
}

async function recordsOf(caller: SignedIn, query: string): Promise<{ from: string; to: string; quantity: number }[]> {
	const { status, body } = await get(caller, query);
	expect([status, body.error]).toEqual([200, undefined]);
	return body.data.records;
}

const at = (text: string) => Date.parse(text);

describe("GET /orgs/{orgId}/billing/usage", () => {
	test("shows each meter since the start of the month, with minutes rounded once", async () => {
		const owner = await api.createOrganization();
		await record(
			owner,
			{ quantity: 20_000 },
			{ quantity: 20_000 },
			{ quantity: 20_000 },
			{ meter: "storedBytes", quantity: 5 },
		);
		await record(owner, { quantity: 40_000, meter: "translationMs" }, { quantity: 1, meter: "summaries" });

		const { body } = await get(owner, "");

		const totals = body.data.totals.map(({ meter, unit, quantity, limit, percent }: Record<string, unknown>) =>
			[meter, unit, quantity, limit, percent].join(" "),
		);
		expect(totals).toEqual([
			"meeting_minutes minutes 1  ",
			"recording_storage_bytes bytes 5  ",
			"transcription_minutes minutes 0  ",
			"translation_minutes minutes 1  ",
			"ai_summaries summaries 1  ",
			"seats seats 1  ",
			"api_requests requests 0  ",
		]);
		expect(body.data.records.map(({ quantity }: { quantity: number }) => quantity)).toEqual([
			1,
			5,
			0,
			40 / 60,
			1,
			1,
			0,
		]);
		expect([body.data.groupBy, body.data.timezone]).toEqual(["meter", expect.any(String)]);
	});

	test("divides time as the clocks of the organization do, also when they change", async () => {
		const owner = await api.createOrganization({ settings: { timezone: "Europe/Berlin" } });
		// The clocks go forward at 2030-03-31T01:00Z and back at 2030-10-27T01:00Z.
		await record(
			owner,
			{ occurredAtMs: at("2030-03-30T22:59:59.999Z") },
			{ occurredAtMs: at("2030-03-30T23:00:00.000Z") },
			{ occurredAtMs: at("2030-03-31T21:59:59.999Z") },
			{ occurredAtMs: at("2030-03-31T22:00:00.000Z") },
		);

		const days = await recordsOf(owner, "?meter=meeting_minutes&groupBy=day&from=2030-03-30T00:00&to=2030-04-02T00:00");
		expect(days.map(({ from, to, quantity }) => [from, (at(to) - at(from)) / HOUR_MS, quantity])).toEqual([
			["2030-03-29T23:00:00.000Z", 24, 1],
			["2030-03-30T23:00:00.000Z", 23, 2],
			["2030-03-31T22:00:00.000Z", 24, 1],
		]);
		const hours = await recordsOf(
			owner,
			"?meter=meeting_minutes&groupBy=hour&from=2030-10-27T00:00&to=2030-10-28T00:00",
		);
		expect(hours).toHaveLength(25);
		const months = await recordsOf(
			owner,
			"?meter=meeting_minutes&groupBy=month&from=2030-03-15T12:34:56.789Z&to=2030-05-01T00:00",
		);
		expect(months.map(({ from, quantity }) => [from, quantity])).toEqual([
			["2030-03-15T12:34:56.789Z", 3],
			["2030-03-31T22:00:00.000Z", 1],
		]);
	});

	test("knows zones whose hours begin at the half and at the quarter", async () => {
		const owner = await api.createOrganization({ settings: { timezone: "Asia/Kathmandu" } });
		await record(
			owner,
			{ occurredAtMs: at("2030-01-01T18:14:59.999Z") },
			{ occurredAtMs: at("2030-01-01T18:15:00.000Z"), quantity: 120_000 },
		);

		const query = "?meter=meeting_minutes&from=2030-01-01T00:00&to=2030-01-03T00:00";
		expect((await recordsOf(owner, `${query}&groupBy=day`)).map(({ quantity }) => quantity)).toEqual([1, 2]);
		const hours = await recordsOf(owner, `${query}&groupBy=hour`);
		expect(hours).toHaveLength(48);
		expect(hours.flatMap(({ from, quantity }) => (quantity === 0 ? [] : [[from, quantity]]))).toEqual([
			["2030-01-01T17:15:00.000Z", 1],
			["2030-01-01T18:15:00.000Z", 2],
		]);
	});

	test("shows of storage the most there was at once, and what is left of days without a change", async () => {
		const owner = await api.createOrganization();
		const stored = (quantity: number, text: string) => ({
			meter: "storedBytes" as const,
			quantity,
			occurredAtMs: at(text),
		});
		await record(owner, stored(100, "2030-01-02T10:00:00Z"));
		await record(owner, stored(-80, "2030-01-02T10:00:01Z"));
		await record(owner, stored(50, "2030-01-05T10:07:00Z"));

		const query = "?meter=recording_storage_bytes&groupBy=day&from=2030-01-01T00:00:00Z&to=2030-01-05T10:07:00Z";
		const days = await recordsOf(owner, query);
		expect(days.map(({ quantity }) => quantity)).toEqual([0, 100, 20, 20, 20]);
		const { body } = await get(owner, query.replace("10:07:00Z", "10:07:00.001Z"));
		expect(body.data.records.at(-1).quantity).toBe(70);
		expect(body.data.totals[0].quantity).toBe(100);
	});

	test("groups by workspace and by person, and shows the rest as nobody's", async () => {
		const owner = await api.createOrganization();
		const [from, to] = ["2030-02-01T00:00:00.000Z", "2030-02-20T05:00:00.000Z"];
		await record(
			owner,
			{ occurredAtMs: at(from), workspaceId: "wsp_a", userId: "usr_a" },
			{ occurredAtMs: at(from) + 3 * DAY_MS, workspaceId: "wsp_b" },
			{ occurredAtMs: at(to) - 1, workspaceId: "wsp_b" },
			{ occurredAtMs: at(to), workspaceId: "wsp_b" },
			{ occurredAtMs: at(from) + 1 },
		);

		const by = async (groupBy: string) => {
			const { body } = await get(owner, `?meter=meeting_minutes&from=${from}&to=${to}&groupBy=${groupBy}`);
			return body.data.records.map((each: { workspaceId: string | null; userId: string | null; quantity: number }) => [
				each.workspaceId ?? each.userId,
				each.quantity,
			]);
		};
		expect(await by("workspace")).toEqual([
			["wsp_b", 2],
			["wsp_a", 1],
			[null, 1],
		]);
		expect(await by("user")).toEqual([
			["usr_a", 1],
			[null, 3],
		]);
	});

	test("rejects what is no time, too long, the wrong way round or no meter, and says what is", async () => {
		const owner = await api.createOrganization();
		for (const [query, told] of [
			["?from=yesterday", "from"],
			["?to=2030-02-30T00:00:00Z", "to"],
			["?from=2030-02-01T00:00&to=2030-02-01T00:00", "later than from"],
			["?from=2030-01-01T00:00:00Z&to=2030-02-02T00:00:00Z&groupBy=hour", "31 days"],
			["?from=2030-01-01T00:00:00Z&to=2031-02-02T00:00:00Z&groupBy=day", "124 days"],
			["?from=1970-01-01T00:00:00Z", "days before"],
			["?meter=coffee", "meter"],
			["?groupBy=week", "groupBy"],
			["?colour=red", "colour"],
		] as const) {
			const response = await get(owner, query);
			expect([query, ...codeOf(response)]).toEqual([query, 400, "invalid_request"]);
			expect(JSON.stringify(response.body.error)).toContain(told);
		}
		expect(codeOf(await get(owner, "?fields=nothing"))).toEqual([400, "invalid_fields"]);
	});

	test("is for those who may read bills, of their own organization only", async () => {
		const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
		await record(owner, {});
		const member = await api.addMember(owner, "member");
		const billing = await api.addMember(owner, "billing");

		expect(codeOf(await get(member, ""))).toEqual([403, "insufficient_scope"]);
		expect((await get(billing, "")).status).toBe(200);
		expect(codeOf(await get({ ...other, orgId: owner.orgId }, ""))).toEqual([403, "org_mismatch"]);
		expect((await get(other, "?meter=meeting_minutes")).body.data.totals[0].quantity).toBe(0);
	});
});

describe("requests", () => {
	const counted = async ({ orgId }: SignedIn, token: string) => {
		const { body } = await api.request("GET", `/orgs/${orgId}/billing/usage?meter=api_requests`, { token });
		return body.data.totals[0].quantity;
	};

	test("are counted for the organization of the caller, whatever they were answered", async () => {
		const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
		const system = await api.signInSystem(); // Belongs to no organization.

		for (let round = 0; round < 5; round++) await api.request("GET", `/orgs/${owner.orgId}`, { token: owner.token });
		await api.request("GET", `/orgs/${other.orgId}`, { token: owner.token }); // Refused, and a request all the same.
		await api.request("GET", `/orgs/${owner.orgId}`, { token: "invented" });

		// Another process writes them by itself, within fifteen seconds.
		await until(async () => {
			if (isInProcess) await write();
			return (await counted(owner, system)) >= 6;
		}, 120_000);
		expect([await counted(owner, system), await counted(other, system)]).toEqual([6, 0]);
	});

	inProcessTest("are counted once, however often the count is written", async () => {
		const owner = await api.createOrganization();
		const system = await api.signInSystem();

		for (let round = 1; round <= 3; round++) {
			await api.request("GET", `/orgs/${owner.orgId}`, { token: owner.token });
			await Promise.all([write(), write()]);
			await write();
			expect(await counted(owner, system)).toBe(round);
		}
	});
});

describe("seats", () => {
	test("follow who joins and who leaves, and a day shows the most there were", async () => {
		const owner = await api.createOrganization();
		const [one, two] = [await api.addMember(owner, "member"), await api.addMember(owner, "guest")];
		const seats = async (query = "") => (await get(owner, `?meter=seats${query}`)).body.data.totals[0].quantity;
		expect(await seats()).toBe(3);

		const path = `/orgs/${owner.orgId}/members/${one.userId}`;
		expect((await api.request("DELETE", path, { token: owner.token })).status).toBe(204);
		expect((await api.request("DELETE", path, { token: owner.token })).status).toBe(404);
		const again = { token: owner.token, body: { role: "admin" } };
		expect((await api.request("PATCH", `/orgs/${owner.orgId}/members/${two.userId}`, again)).status).toBe(200);

		const moment = (ms: number) => new Date(api.nowMs() + ms).toISOString();
		expect(await seats(`&from=${moment(1)}&to=${moment(2)}`)).toBe(2);
		expect(await seats()).toBe(3);
	});
});
