import { describe, expect, test } from "bun:test";
import { createParley } from "#src/app";
import { createMetrics } from "#src/metrics";
import { guestsOf } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { codeOf } from "#tests/support/responses";
import { localDay, seriesBy } from "#tests/support/series";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness();
const owner = await api.createOrganization();
const teacher = await api.addMember(owner, "teacher");
const physics = await meetings.createWorkspace(teacher);
const guests = guestsOf(api);

describe("a shared join code", () => {
	test("opens the meeting that is on or comes next, until it is replaced or removed", async () => {
		const body = { rule: "FREQ=DAILY;COUNT=3", access: "link", joinCode: "shared" };
		const series = await seriesBy.made(teacher, physics.id, body);
		const [first, second] = await seriesBy.occurrences(teacher, series.id);
		const codeIn = async (id = "") => guests.codeOf((await meetings.get(teacher, id)).body.data.joinUrl);
		const code = await codeIn(first?.id ?? "");
		expect(code).not.toBe("");
		expect(await codeIn(second?.id ?? "")).toBe(code);
		await meetings.move(teacher, first?.id ?? "", "start");

		const joined = await guests.joinByCode(code);
		expect([joined.status, joined.body.participant?.meetingId ?? first?.id]).toEqual([200, first?.id ?? ""]);
		await meetings.move(teacher, first?.id ?? "", "end");
		await meetings.move(teacher, second?.id ?? "", "start");
		expect((await guests.joinByCode(code, "Joan")).status).toBe(200);
		expect(
			(await guests.participants(teacher, { id: second?.id ?? "" })).map(({ name }: { name: string }) => name),
		).toContain("Joan");

		const renewed = (await teacher.post(`/series/${series.id}/join-code`)).body.data;
		const pupil = await api.addMember(owner, "member");
		await teacher.post(`/workspaces/${physics.id}/members`, { userId: pupil.userId, role: "member" });
		const addresses = [teacher, pupil].map(async (by) => (await by.get(`/series/${series.id}`)).body.data?.joinUrl);
		expect(renewed.joinUrl).toEndWith(`/meet/${series.id}#${renewed.code}`);
		expect(await Promise.all(addresses)).toEqual([renewed.joinUrl, renewed.joinUrl.split("#")[0]]);
		expect(codeOf(await guests.joinByCode(code))).toEqual([404, "not_found"]);
		expect((await guests.joinByCode(renewed.code, "Ida")).status).toBe(200);
		expect((await teacher.delete(`/series/${series.id}/join-code`)).status).toBe(204);
		expect(codeOf(await guests.joinByCode(renewed.code))).toEqual([404, "not_found"]);
		await meetings.move(teacher, second?.id ?? "", "end");
	});

	test("is one of each meeting otherwise", async () => {
		const series = await seriesBy.made(teacher, physics.id, { rule: "FREQ=DAILY;COUNT=2", access: "link" });
		const codes = (await seriesBy.occurrences(teacher, series.id)).map(
			async ({ id }) => (await meetings.get(teacher, id ?? "")).body.data.joinUrl.split("#")[1],
		);

		expect(new Set(await Promise.all(codes)).size).toBe(2);
		expect(series.joinUrl).toBeNull();
		expect(codeOf(await teacher.post(`/series/${series.id}/join-code`))).toEqual([409, "state_conflict"]);
	});
});

inProcessDescribe("in the course of time", () => {
	const DAY_MS = 86_400_000;
	const queue = "series.align";

	test("meetings are created day by day, each once, whatever is interrupted and however many servers there are", async () => {
		const school = await api.createOrganization();
		const hall = await meetings.createWorkspace(school);
		const { body } = await school.post(`/orgs/${school.orgId}/api-keys`, {
			name: "Timetable",
			scopes: ["meeting:read", "meeting:write", "workspace:read"],
		});
		const key = api.as(body.data.key);
		const series = await seriesBy.made(school, hall.id);
		const created = async () => (await seriesBy.occurrences(key, series.id)).filter(({ id }) => id !== null);
		const other = createParley({ ...api.deps, metrics: createMetrics() });
		const { jobs } = api.parley.services;
		await jobs.runDue(queue);
		expect(await created()).toHaveLength(59);

		api.advanceMs(10 * DAY_MS);
		await Promise.all([
			jobs.runDue(queue),
			other.services.jobs.runDue(queue),
			seriesBy.make(key, series.id, `${localDay(62)}+01:00`),
		]);
		const after = await created();
		expect(after).toHaveLength(69);
		expect(new Set(after.map(({ occurrence }) => occurrence)).size).toBe(69);

		const system = api.as(await api.signInSystem());
		expect((await system.post(`/orgs/${school.orgId}/suspend`, { reason: "other" })).status).toBe(200);
		api.advanceMs(3 * DAY_MS);
		await jobs.runDue(queue);
		const again = api.as(await api.signInSystem());
		expect((await again.post(`/orgs/${school.orgId}/resume`, {})).status).toBe(200);
		expect(await created()).toHaveLength(69);
		api.advanceMs(DAY_MS);
		await jobs.runDue(queue);
		expect(await created()).toHaveLength(73);
	});
});
