import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { CHROMIUM, hasBrowser } from "#tests/support/browser";
import { type Client, clientAt } from "#tests/support/client";
import { type Console, expectWhole, FIRST_ADMIN, openConsole } from "#tests/support/console-page";

const PASSWORD = "a perfectly long password";

interface Member {
	readonly email: string;
	readonly password: string;
	readonly api: Client;
}

describe.skipIf(!hasBrowser)(`The people of a meeting in the console (needs ${CHROMIUM})`, () => {
	let ui: Console;
	let orgId: string;
	let workspaceId: string;
	let admin: Client;
	let teacher: Member;
	let stranger: Member;

	async function signIn(person: object): Promise<Client> {
		return clientAt(ui.base, (await clientAt(ui.base).post("/auth/login", person)).body.access_token);
	}

	async function made(answer: ReturnType<Client["post"]>) {
		const { status, body, text } = await answer;
		if (status >= 300) throw new Error(`preparing failed: ${text}`);
		return body.data;
	}

	async function addMember(name: string, role: string): Promise<Member> {
		const email = `${name.split(" ")[0]?.toLowerCase()}@valley.example`;
		const { token } = await made(admin.post(`/orgs/${orgId}/invitations`, { email, role }));
		await made(clientAt(ui.base).post(`/auth/invitations/${token}/accept`, { name, password: PASSWORD }));
		return { email, password: PASSWORD, api: await signIn({ email, password: PASSWORD, orgId }) };
	}

	beforeAll(async () => {
		ui = await openConsole();
		orgId = (await made((await signIn(FIRST_ADMIN)).post("/orgs", { name: "Green Valley", orgType: "education" }))).id;
		admin = await signIn({ ...FIRST_ADMIN, orgId });
		teacher = await addMember("Tara Teach", "teacher");
		stranger = await addMember("Dan Stone", "student");
		workspaceId = (await made(teacher.api.post(`/orgs/${orgId}/workspaces`, { name: "Physics" }))).id;
	}, 60_000);
	afterEach(async () => {
		await ui.clear();
		expect(ui.alarms.splice(0)).toEqual([]);
	});
	afterAll(() => ui.close());

	test("are added: guests by a link that is shown once, members also to what is over", async () => {
		const start = new Date(Date.now() + 3_600_000).toISOString();
		const path = `/workspaces/${workspaceId}/meetings`;
		const { id } = (await made(teacher.api.post(path, { title: "Waves", scheduledStart: start }))).meeting;
		const page = await ui.openAs(teacher, `o/${orgId}/meetings/${id}`);
		const dialog = page.getByRole("dialog");
		const rowOf = (name: string) => dialog.getByRole("listitem").filter({ hasText: name });
		const add = () => dialog.getByRole("button", { name: "Add people" }).click();
		await page.getByRole("button", { name: "People" }).click();
		await add();
		await dialog.getByLabel("E-mail address").fill("grace@guests.example");
		await dialog.getByLabel("Name", { exact: true }).fill("Grace Hopper");
		await expectWhole(page);
		await add();
		await dialog.getByText("is not shown again").waitFor();
		expect(await dialog.getByRole("textbox").inputValue()).toStartWith(`${ui.base}/meet/${id}#`);
		await dialog.getByRole("button", { name: "Done" }).click();
		await rowOf("Grace Hopper").getByText("grace@guests.example · Guest · invited").waitFor();
		await add();
		await dialog.getByLabel("Person").selectOption({ label: `Dan Stone (${stranger.email})` });
		await dialog.getByLabel("Role").selectOption({ label: "Host" });
		await add();
		await rowOf("Dan Stone").getByText("Host · invited").waitFor();
		await dialog.getByRole("button", { name: "Remove Grace Hopper" }).click();
		await dialog.getByText("Remove Grace Hopper from this meeting?").waitFor();
		await dialog.getByRole("button", { name: "Remove Grace Hopper" }).click();
		await rowOf("Grace Hopper").getByText("removed").waitFor();
		await expectWhole(page);

		await made(teacher.api.post(`/meetings/${id}/start`, {}));
		await made(teacher.api.post(`/meetings/${id}/end`, {}));
		await page.reload();
		await page.getByRole("button", { name: "People" }).click();
		await add();
		await dialog.getByText("with what was made of it").waitFor();
		expect(await dialog.getByLabel("E-mail address").count()).toBe(0);
	});
});
