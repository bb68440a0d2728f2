/**
 * Changes of a webhook while it is being sent to: the turn that stores an attempt locks the organization before the
 * webhook, as changes do. In the other order each waited for the other, and Postgres ends such a deadlock after a second.
 */
import { afterAll, expect, test } from "bun:test";
import { useHarness } from "#tests/support/harness";
import { MEASURED } from "#tests/support/measured-limit";
import { RECEIVER_ENV, startReceiver } from "#tests/support/receiver";

/** After which Postgres looks for a deadlock, in ms. */
const DEADLOCK_MS = 1_000;
const ROUNDS = 12;

const receiver = await startReceiver();
afterAll(() => receiver.close());
const api = await useHarness({ env: RECEIVER_ENV, isServed: true });

test(
	"Who changes a webhook waits for no attempt that waits for them.",
	async () => {
		const { orgId, token } = await api.createOrganization();
		const path = `/orgs/${orgId}/webhooks`;
		const created = await api.request("POST", path, { token, body: { url: receiver.url("/changed") } });
		const webhook = `${path}/${created.body.data.id}`;
		const timed = async (method: string, at: string, body: object) => {
			const startMs = performance.now();
			const { status } = await api.request(method, at, { token, body });
			return { status, ms: performance.now() - startMs };
		};

		const answers = [];
		for (let round = 0; round < ROUNDS; round++) {
			const requests = Array.from({ length: 4 }, (_, n) => [
				timed("PUT", `/orgs/${orgId}`, { name: `School ${round} ${n}` }),
				timed("POST", `${webhook}/enable`, {}),
				timed("POST", `${webhook}/test`, {}),
			]);
			answers.push(...(await Promise.all(requests.flat())));
		}
		await receiver.got(ROUNDS * 8, "/changed");

		expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 202]);
		expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(DEADLOCK_MS);
	},
	MEASURED,
);
