import { expect, test } from "bun:test";
import { guestsOf } from "#tests/support/guests";
import { type SignedIn, useHarness } from "#tests/support/harness";

const api = await useHarness();
const { openMeeting } = guestsOf(api);
const tasks = api.parley.services.contributions.flatMap(({ periodicTasks = [] }) => periodicTasks);
const task = tasks.find(({ failureMessage }) => failureMessage.includes("rooms without a host"));

test("an organization all of whose rooms are empty at once does not hold up the one of another", async () => {
	const [crowd, other] = [await api.createOrganization(), await api.createOrganization()];
	const open = (by: SignedIn) => openMeeting(by, { whenUnattended: { action: "hold", graceSeconds: 0 } });
	for (let n = 0; n < 110; n++) await open(crowd);
	api.advanceMs(500);
	const { id } = await open(other);
	api.advanceMs(5_000);

	await task?.work();

	expect((await other.get(`/meetings/${id}`)).body.data.held).not.toBeNull();
});
