import { expect, test } from "bun:test";
import { MINUTE_MS } from "#kernel/clock";
import { PLATFORM } from "#platform/unit-of-work";
import type { Caller } from "#tests/support/client";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";
import { auditOf } from "#tests/support/traces";
import { until } from "#tests/support/until";

const api = await useHarness();

inProcessDescribe("requests that change nothing", () => {
	const task = () =>
		api.parley.services.contributions
			.flatMap(({ periodicTasks }) => periodicTasks ?? [])
			.find(({ failureMessage }) => failureMessage.startsWith("refused requests"));
	const flush = async () => void (await task()?.work());
	const attemptsOf = async (orgId: string, action: string) =>
		(await auditOf(api.store, orgId)).filter((entry) => entry.action === action);
	const countIn = (entries: Awaited<ReturnType<typeof attemptsOf>>) =>
		entries
			.flatMap(({ changes }) => changes)
			.reduce((sum, { path, to }) => (path === "/attempts" ? sum + Number(to) : sum), 0);
	const ask = (path: string, { token }: Caller, method = "GET") => {
		const headers = { host: "localhost", authorization: `Bearer ${token}` };
		return api.parley.fetch(new Request(`http://localhost${path}`, { method, headers }), () => "127.0.0.1");
	};

	test("are in the log of the caller's organization if they were refused, with who asked for what", async () => {
		const owner = await api.createOrganization();
		const other = await api.createOrganization();
		const member = await api.addMember(owner, "member");

		await ask(`/orgs/${owner.orgId}/audit-logs`, member);
		await ask(`/orgs/${other.orgId}`, member);
		await ask(`/orgs/${owner.orgId}/members`, owner);
		await flush();

		expect(await attemptsOf(owner.orgId, "access.deny")).toMatchObject([
			{
				outcome: "denied",
				category: "security",
				actorId: member.userId,
				targets: [{ type: "operation", id: "listAuditLogs" }],
				personal: { ip: "127.0.0.1" },
				changes: [
					{ path: "/code", to: "insufficient_scope" },
					{ path: "/attempts", to: 1 },
				],
			},
			{
				actorId: member.userId,
				targets: [
					{ type: "operation", id: "getOrganization" },
					{ type: "organization", id: other.orgId },
				],
				changes: [{ to: "org_mismatch" }, { to: 1 }],
			},
		]);
		expect(await attemptsOf(other.orgId, "access.deny")).toEqual([]);
	});

	test("are counted when there are thousands: few entries, whose counts add up", async () => {
		const owner = await api.createOrganization();
		const members = [await api.addMember(owner, "member"), await api.addMember(owner, "member")];
		const paths = ["audit-logs", "legal-holds"].map((name) => `/orgs/${owner.orgId}/${name}`);

		for (let n = 0; n < 10_000; n++) {
			await ask(paths[n % 2] ?? "", members[(n >> 1) % 2] as SignedIn);
			if (n % 1_000 === 0) await flush();
		}
		await flush();
		const during = await attemptsOf(owner.orgId, "access.deny");
		api.advanceMs(15 * MINUTE_MS);
		await flush();
		const after = await attemptsOf(owner.orgId, "access.deny");
		await flush();

		expect(during).toHaveLength(4);
		expect(after).toHaveLength(8);
		expect(countIn(after)).toBe(10_000);
		expect(await attemptsOf(owner.orgId, "access.deny")).toHaveLength(8);
	});

	test("are few entries however many people and operations are involved, and none is lost at the end", async () => {
		const owner = await api.createOrganization();
		const members = await Promise.all(Array.from({ length: 12 }, () => api.addMember(owner, "member")));
		const names = ["audit-logs", "legal-holds", "api-keys", "privacy/exports", "privacy/erasures", "retention/runs"];

		for (const member of members)
			for (const name of names) for (let n = 0; n < 3; n++) await ask(`/orgs/${owner.orgId}/${name}`, member);
		await flush();
		await task()?.atEnd?.();

		const entries = await attemptsOf(owner.orgId, "access.deny");
		expect(entries.length).toBeLessThanOrEqual(51);
		expect(countIn(entries)).toBe(12 * 6 * 3);
	});

	test("are in the log of an organization if a system administrator reads it, once for each operation", async () => {
		const owner = await api.createOrganization();
		const system = api.as(await api.signInSystem());

		for (let n = 0; n < 3; n++) await ask(`/orgs/${owner.orgId}/members`, system);
		await ask(`/orgs/${owner.orgId}`, system);
		await ask(`/orgs/${owner.orgId}`, owner);
		await flush();

		const entries = await attemptsOf(owner.orgId, "operator.read");
		expect(entries).toMatchObject([
			{ category: "system", outcome: "success", actorRole: "system_admin", targets: [{ id: "listMembers" }] },
			{ targets: [{ id: "getOrganization" }] },
		]);
		expect(countIn(entries)).toBe(4);
	});

	test("are in it also if the path of what the system administrator reads names no organization", async () => {
		const owner = await api.createOrganization();
		const { orgId, token } = owner;
		const system = api.as(await api.signInSystem());
		const workspace = await api.request("POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "Physics" } });
		const path = `/workspaces/${workspace.body.data.id}`;
		const meeting = await api.request("POST", `${path}/meetings`, { token, body: { title: "Optics" } });

		await ask(path, system);
		await ask(`/meetings/${meeting.body.data.meeting.id}`, system);
		await ask(path, owner);
		await ask("/meetings/mtg_00000000000000000000000000", system);
		await until(async () => {
			await flush();
			return (await attemptsOf(orgId, "operator.read")).length >= 2;
		});

		const targets = (await attemptsOf(orgId, "operator.read")).flatMap((entry) => entry.targets?.map(({ id }) => id));
		expect(targets.toSorted()).toEqual(["getMeeting", "getWorkspace"]);
	});

	test("are recorded of whoever is known, also while their organization is suspended", async () => {
		const owner = await api.createOrganization();
		await owner.post(`/orgs/${owner.orgId}/suspend`, {});

		await ask("/orgs", owner);
		await ask("/orgs", api.as("nobody"));
		await flush();

		const [refused] = await attemptsOf(owner.orgId, "access.deny");
		expect(refused).toMatchObject({ actorId: owner.userId, targets: [{ id: "listOrganizations" }] });
		expect(await attemptsOf(PLATFORM, "access.deny")).toEqual([]);
	});
});
