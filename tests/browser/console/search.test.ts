import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole, violationsOf } from "#tests/support/console-page";
import { until } from "#tests/support/until";

const VTT = `WEBVTT

00:00.000 --> 00:01.500
<v Ada>Light is slower in glass.

00:01.500 --> 00:03.000
<v Ben>And it bends again in the prism.
`;

describe.skipIf(!hasBrowser)(`Search in the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let owner: Client;
	let orgId: string;
	let workspaceId: string;
	const olga = { email: "olga@school.example", password: "a perfectly long password", name: "Olga Laurent" };

	const signIn = async ({ email, password }: { email: string; password: string }) => {
		const { body } = await clientAt(ui.base).post("/auth/login", { email, password });
		return clientAt(ui.base, body.access_token);
	};

	beforeAll(async () => {
		ui = await openConsole();
		const admin = await signIn(FIRST_ADMIN);
		const { email, password, name } = olga;
		const school = { name: "Green Valley", orgType: "education", ownerEmail: email };
		const { id, ownerInvitation } = (await admin.post("/orgs", school)).body.data;
		orgId = id;
		await clientAt(ui.base).post(`/auth/invitations/${ownerInvitation.token}/accept`, { name, password });
		owner = await signIn(olga);
		workspaceId = (await owner.post(`/orgs/${orgId}/workspaces`, { name: "Physics 9b", kind: "class" })).body.data.id;
	});
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => ui.close());

	test("what was said is found in all meetings, and opens at its moment", async () => {
		const { body } = await owner.post(`/workspaces/${workspaceId}/meetings`, { title: "Refraction" });
		const raw = VTT;
		const path = `/meetings/${body.data.meeting.id}/transcripts`;
		expect((await owner.put(path, undefined, { raw, headers: { "content-type": "text/vtt" } })).status).toBe(201);
		await until(async () => (await owner.get("/transcripts/search?q=prism")).body.data.length === 1);
		const page = await ui.openAs(olga, `o/${orgId}/search`);
		await page.getByRole("heading", { name: "Search for what was said" }).waitFor();
		await page.getByRole("searchbox").fill("nothing of this");
		await page.getByRole("heading", { name: "No match" }).waitFor();
		await page.getByRole("searchbox").fill("bends prism");

		await page.getByRole("region", { name: "Refraction" }).waitFor();
		expect(await page.locator("mark").allTextContents()).toEqual(["bends", "prism"]);
		expect(await violationsOf(page)).toEqual([]);
		await expectWhole(page);
		await page.getByRole("link", { name: "Open Refraction at 0:01" }).click();
		await page.locator(".segment[aria-current]").filter({ hasText: "bends again in the prism" }).waitFor();
		await page.goBack();
		const failing = {
			status: "error",
			message: "x",
			error: { code: "unavailable", detail: "The index is being built." },
		};
		await page.route("**/transcripts/search?*", (route) => route.fulfill({ status: 500, json: failing }));
		await page.getByRole("searchbox").fill("mirror");
		await page.getByRole("alert").getByText("The index is being built.").waitFor();
	});
});
