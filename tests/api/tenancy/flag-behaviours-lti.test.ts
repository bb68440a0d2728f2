import { describe, expect, test } from "bun:test";
import { entitledOf, verdictOf } from "#tests/support/entitled";
import { refusalOf, refusedFor, switchingOf } from "#tests/support/flags";
import { forThisFile } from "#tests/support/for-this-file";
import { guestsOf } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { launchesOf, startLms } from "#tests/support/lms";
import { RECEIVER_ENV } from "#tests/support/receiver";

const lms = await forThisFile(startLms());
const api = await useHarness({ env: { ...RECEIVER_ENV, BILLING_ENFORCEMENT: "hard" } });
const switchTo = switchingOf(api);
const { entitle } = entitledOf(api);
const guests = guestsOf(api);
const { register, login, launch, started, tokenOf, answer, guestTokenOf } = launchesOf(api, lms);

describe("ltiIntegration", () => {
	test("off: no launch begins or ends, and no system is registered; on again: as before", async () => {
		const owner = await api.createOrganization();
		await entitle(owner.orgId, { ltiIntegration: true });
		const integration = await register(owner);
		const path = `/orgs/${owner.orgId}/integrations`;
		const meeting = await guests.openMeeting(owner);
		const guest = guestTokenOf(await launch(integration, meeting.id));
		const { parameters, cookie } = started(await login(integration));
		const idToken = await tokenOf(integration, parameters.get("nonce") ?? "", { custom: { meeting: meeting.id } });
		const form = { state: parameters.get("state") ?? "", id_token: idToken };
		await switchTo(owner, { ltiIntegration: false });

		const refused = [
			await login(integration),
			await answer(integration, cookie, form),
			await owner.post(path, lms.registration),
		];
		const kept = [
			await owner.get(path),
			await owner.get(`${path}/${integration.id}`),
			await owner.patch(`${path}/${integration.id}`, { name: "Moodle 5" }),
			await api.request("GET", `/meetings/${meeting.id}`, { token: guest }),
		];
		await switchTo(owner, { ltiIntegration: true });

		expect(refused.map(refusalOf)).toEqual(Array(3).fill(refusedFor("ltiIntegration")));
		expect(kept.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		expect((await answer(integration, cookie, form)).status).toBe(303);
		expect((await launch(integration, meeting.id)).status).toBe(303);
	});

	test("off: what was registered is deleted as before", async () => {
		const owner = await api.createOrganization();
		await entitle(owner.orgId, { ltiIntegration: true });
		const { id } = await register(owner);
		await switchTo(owner, { ltiIntegration: false });

		const { status } = await owner.delete(`/orgs/${owner.orgId}/integrations/${id}`);

		expect(status).toBe(204);
	});

	test("not in the plan: 402, with the plan that has it", async () => {
		const owner = await api.createOrganization();
		await entitle(owner.orgId, { ltiIntegration: true });
		const integration = await register(owner);
		await entitle(owner.orgId, { ltiIntegration: false });

		const refused = [await login(integration), await owner.post(`/orgs/${owner.orgId}/integrations`, lms.registration)];

		for (const answered of refused)
			expect(verdictOf(answered)).toEqual([402, "entitlement_required", "ltiIntegration", expect.any(String)]);
	});
});
