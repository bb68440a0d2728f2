/**
 * Changes that lock an organization which their route does not name: whoever shared its lock first and then wanted it for
 * themselves waited for others who did the same, and Postgres ends such a deadlock after a second.
 */
import { expect, test } from "bun:test";
import { type TestResponse, useHarness } from "#tests/support/harness";
import { MEASURED } from "#tests/support/measured-limit";

const api = await useHarness();

/** After which Postgres looks for a deadlock, in ms. */
const DEADLOCK_MS = 1_000;
const EIGHT = Array.from({ length: 8 }, (_, n) => n);

/** Sends requests at once; returns how often each status was answered, and how long that took in ms. */
async function atOnce(requests: readonly (() => Promise<TestResponse>)[]) {
	const startMs = performance.now();
	const answers = await Promise.all(requests.map((request) => request()));
	return { statuses: [...new Set(answers.map(({ status }) => status))], ms: performance.now() - startMs };
}

test(
	"Eight who restore workspaces of an organization at once wait for nobody who waits for them.",
	async () => {
		const { orgId, token } = await api.createOrganization();
		const patch = (id: string, archived: boolean) =>
			api.request("PATCH", `/workspaces/${id}`, { token, body: { archived } });
		const create = (n: number) =>
			api.request("POST", `/orgs/${orgId}/workspaces`, { token, body: { name: `Physics ${n}` } });
		const ids = (await Promise.all(EIGHT.map(create))).map(({ body }) => String(body.data.id));
		for (const id of ids) await patch(id, true);

		const restored = await atOnce(ids.map((id) => () => patch(id, false)));

		expect(restored.statuses).toEqual([200]);
		expect(restored.ms).toBeLessThan(DEADLOCK_MS);
	},
	MEASURED,
);

test(
	"Eight members of an organization who close their accounts at once wait for nobody who waits for them.",
	async () => {
		const owner = await api.createOrganization();
		const members = await Promise.all(EIGHT.map(() => api.addMember(owner, "member")));

		const closed = await atOnce(
			members.map(
				({ token, email }) =>
					() =>
						api.request("DELETE", "/auth/profile", { token, body: { confirm: email } }),
			),
		);

		expect(closed.statuses).toEqual([200]);
		expect(closed.ms).toBeLessThan(DEADLOCK_MS);
	},
	MEASURED,
);
