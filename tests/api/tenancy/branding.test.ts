import { describe, expect, test } from "bun:test";
import { matching } from "#tests/support/client";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { pngOf } from "#tests/support/pictures";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();

const pathOf = ({ orgId }: SignedIn) => `/orgs/${orgId}/branding`;
const PNG = { "content-type": "image/png" };
const changed = async (by: SignedIn, body: unknown) => (await by.patch(pathOf(by), body)).body.data;
const petrol = pngOf({ width: 40, height: 20 });

describe("the branding of an organization", () => {
	test("is that of Parley until it is set, member by member", async () => {
		const owner = await api.createOrganization();
		const before = await owner.get(pathOf(owner));

		const named = await changed(owner, { displayName: "  Green Valley ", mail: { replyTo: "office@valley.example" } });
		const after = await changed(owner, { color: "#7A1FA2", mail: { senderName: "Valley" } });
		const less = await changed(owner, { displayName: null, mail: { replyTo: null } });

		const none = {
			displayName: null,
			color: null,
			accent: null,
			mail: { senderName: null, replyTo: null },
			logo: null,
		};
		expect(before.body.data).toEqual(none);
		expect(named).toEqual({
			...none,
			displayName: "Green Valley",
			mail: { senderName: null, replyTo: "office@valley.example" },
		});
		expect(after).toMatchObject({ color: "#7a1fa2", accent: { light: "#7a1fa2" }, displayName: "Green Valley" });
		expect(less).toMatchObject({ displayName: null, color: "#7a1fa2", mail: { senderName: "Valley", replyTo: null } });
	});

	test("is read by members, and changed by who may change settings", async () => {
		const owner = await api.createOrganization();
		const [member, manager, stranger] = [
			await api.addMember(owner, "member"),
			await api.addMember(owner, "manager"),
			await api.createOrganization(),
		];
		const path = pathOf(owner);

		const read = await member.get(path);
		const refused = [
			await manager.patch(path, { color: "#000000" }),
			await manager.put(`${path}/logo`, undefined, { raw: petrol, headers: PNG }),
			await manager.delete(`${path}/logo`),
			await stranger.get(path),
			await stranger.patch(path, { color: "#000000" }),
			await stranger.put(`${path}/logo`, undefined, { raw: petrol, headers: PNG }),
		];

		expect(read.status).toBe(200);
		expect(refused.map(codeOf)).toEqual([
			...Array.from({ length: 3 }, () => [403, "insufficient_scope"]),
			...Array.from({ length: 3 }, () => [403, "org_mismatch"]),
		]);
	});

	test("has versions: of two changes of one, the first counts", async () => {
		const owner = await api.createOrganization();
		const etag = (await owner.get(pathOf(owner))).headers.get("etag") ?? undefined;

		const answers = await Promise.all(
			["#111111", "#222222"].map((color) => owner.patch(pathOf(owner), { color }, matching(etag))),
		);
		const late = await owner.put(`${pathOf(owner)}/logo`, undefined, {
			raw: petrol,
			headers: { ...PNG, "if-match": etag ?? "" },
		});

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
		expect(codeOf(late)).toEqual([412, "precondition_failed"]);
	});

	test.each([
		["a line break", "School\r\nBcc: all@bank.example"],
		["marks that turn the direction of text", "School \u202Egnp.exe"],
		["an address", "payroll@bank.example"],
		["an address with a full-width @", "payroll\uFF20bank.example"],
		["angle brackets", "School <root>"],
		["what mail programs decode", "=?utf-8?q?=0D=0ABcc:_spy=40bank.example?="],
		["nothing that can be seen", "\u200B\u3164"],
		["65 characters", "x".repeat(65)],
	])("refuses names with %s", async (_, name) => {
		const owner = await api.createOrganization();

		const { status, body } = await owner.patch(pathOf(owner), { displayName: name, mail: { senderName: name } });

		expect(status).toBe(422);
		expect(body.error.errors.map(({ path }: { path: string }) => path)).toEqual(["/displayName", "/mail/senderName"]);
	});

	test.each([
		[{ color: "red" }, "/color"],
		[{ color: "#12345" }, "/color"],
		[{ color: "#1234567" }, "/color"],
		[{ color: "url(x)" }, "/color"],
		[{ mail: { replyTo: "a@b.example\r\nBcc: c@d.example" } }, "/mail/replyTo"],
		[{ mail: { replyTo: "a@b.example, c@d.example" } }, "/mail/replyTo"],
		[{ accent: { light: "#000000", dark: "#000000" } }, "/accent"],
	])("refuses %p", async (patch, path) => {
		const owner = await api.createOrganization();

		const { status, body } = await owner.patch(pathOf(owner), patch);

		expect([status, body.error.errors[0].path]).toEqual([422, path]);
	});
});

describe("the accent", () => {
	const luminance = (color: string): number => {
		const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
			const part = Number.parseInt(color.slice(from, from + 2), 16) / 255;
			return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	};
	const contrast = (one: string, other: string): number => {
		const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
		return Math.max(a, b) / Math.min(a, b);
	};

	test("of every colour is readable on its ground, and under its text", async () => {
		const owner = await api.createOrganization();
		const steps = ["00", "66", "cc", "ff"];
		const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));

		const weak: string[] = [];
		for (const color of colors) {
			const { light, dark } = (await changed(owner, { color })).accent;
			const least = Math.min(
				...["#ffffff", "#f4f5f7"].map((ground) => contrast(light, ground)),
				...["#000000", "#1e242e", "#14181f"].map((ground) => contrast(dark, ground)),
			);
			if (least < 4.5) weak.push(`${color}: ${light} ${dark} ${least}`);
		}

		expect(weak).toEqual([]);
	});

	test("is the colour itself where that is strong enough", async () => {
		const owner = await api.createOrganization();

		const petrolAccent = (await changed(owner, { color: "#0b5c6e" })).accent;
		const yellow = (await changed(owner, { color: "#ffe600" })).accent;

		expect([petrolAccent.light, yellow.dark]).toEqual(["#0b5c6e", "#ffe600"]);
		expect(petrolAccent.dark).not.toBe("#0b5c6e");
	});
});
