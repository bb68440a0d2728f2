import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { recordsOf } from "#tests/support/archives";
import { matching } from "#tests/support/client";
import { type SignedIn, type TestRequest, useHarness } from "#tests/support/harness";
import { chunkOf, joined, pngOf } from "#tests/support/pictures";
import { privacyOf } from "#tests/support/privacy";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";

const api = await useHarness();
const privacy = privacyOf(api);

const pathOf = ({ orgId }: SignedIn) => `/orgs/${orgId}/branding`;
const PNG = { "content-type": "image/png" };
const put = (by: SignedIn, raw: TestRequest["raw"], headers: Readonly<Record<string, string>> = PNG) =>
	by.put(`${pathOf(by)}/logo`, undefined, { ...(raw !== undefined && { raw }), headers });
/** Returns the address of a logo as a stranger asks for it. */
const at = (url: string) => api.get(new URL(url).pathname);
const changed = async (by: SignedIn, body: unknown) => (await by.patch(pathOf(by), body)).body.data;

const petrol = pngOf({ width: 40, height: 20 });
/** Another picture for each number. */
const painted = (n: number) => pngOf({ width: 8, height: 8, pixel: (x, y) => [n, x * 30, y * 30] });
/** Noise, which no format makes small. */
const noise = (width: number, height: number) => {
	let seed = 7;
	const next = () => {
		seed = (seed * 48_271) % 2_147_483_647;
		return seed & 255;
	};
	return pngOf({ width, height, pixel: () => [next(), next(), next()] });
};

const jpeg = await new Bun.Image(noise(60, 60)).jpeg().bytes();
const webp = await new Bun.Image(petrol).webp().bytes();

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

describe("a logo", () => {
	test.each([
		["a PNG", "image/png", async () => petrol],
		["a JPEG", "image/jpeg", () => new Bun.Image(petrol).jpeg().bytes()],
		["a WebP", "image/webp", () => new Bun.Image(petrol).webp({ lossless: true }).bytes()],
		["a WebP that says it is a PNG", "image/png", () => new Bun.Image(petrol).webp().bytes()],
	] as const)("may be %s, and is a PNG for everyone", async (_, type, make) => {
		const owner = await api.createOrganization();

		const { status, body } = await put(owner, joined(await make()), { "content-type": type });
		const { logo } = body.data;
		const shown = await at(logo.url);

		expect([status, logo.width, logo.height]).toEqual([200, 40, 20]);
		expect([shown.status, shown.bytes.length]).toEqual([200, logo.sizeBytes]);
		expect(
			Object.fromEntries(
				["content-type", "x-content-type-options", "cache-control", "content-security-policy"].map((name) => [
					name,
					shown.headers.get(name),
				]),
			),
		).toEqual({
			"content-type": "image/png",
			"x-content-type-options": "nosniff",
			"cache-control": "public, max-age=86400, immutable",
			"content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
		});
		expect(await new Bun.Image(shown.bytes).metadata()).toEqual({ width: 40, height: 20, format: "png" });
	});

	test("keeps its pixels and nothing else: no metadata, and nothing behind them", async () => {
		const owner = await api.createOrganization();
		const place = chunkOf("tEXt", joined("GPS\0canary-in-text"));
		const page = "<script>canary-behind()</script>PK\x05\x06";
		const file = joined(pngOf({ width: 40, height: 20, extra: [place] }), page);

		const { status, body } = await put(owner, file);
		const shown = Buffer.from((await at(body.data.logo.url)).bytes).toString("latin1");

		expect(status).toBe(200);
		expect(shown).not.toContain("canary");
		expect(shown).not.toContain("PK\x05\x06");
	});

	test("is scaled down, and stays small whatever it shows", async () => {
		const owner = await api.createOrganization();

		const wide = await put(owner, pngOf({ width: 2_000, height: 500 }));
		const loud = await put(owner, noise(290, 290));

		expect([wide.body.data.logo.width, wide.body.data.logo.height]).toEqual([512, 128]);
		expect([loud.body.data.logo.width, loud.body.data.logo.height]).toEqual([256, 256]);
		expect(loud.body.data.logo.sizeBytes).toBeLessThan(256 * 1024);
	});

	const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
	test.each([
		["an SVG", SVG, "image/svg+xml", 415, "unsupported_media_type"],
		["an SVG that says it is a PNG", SVG, "image/png", 415, "unsupported_media_type"],
		[
			"an SVG behind a byte order mark",
			`\uFEFF<?xml version="1.0"?>${SVG}`,
			"image/png",
			415,
			"unsupported_media_type",
		],
		["a GIF", joined("GIF89a", new Uint8Array(40)), "image/png", 415, "unsupported_media_type"],
		["a page", "<!doctype html><script>alert(1)</script>", "image/jpeg", 415, "unsupported_media_type"],
		["nothing", new Uint8Array(), "image/png", 415, "unsupported_media_type"],
		[
			"an animation",
			joined("RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\0\0\0\0\0\0"),
			"image/webp",
			415,
			"unsupported_media_type",
		],
		["a PNG that is cut off", petrol.slice(0, -30), "image/png", 422, "media_unreadable"],
		["the beginning of a PNG", petrol.slice(0, 8), "image/png", 422, "media_unreadable"],
		["a JPEG that is cut off", joined(jpeg.slice(0, -400)), "image/jpeg", 422, "media_unreadable"],
		["a WebP that is cut off", joined(webp.slice(0, -20)), "image/webp", 422, "media_unreadable"],
		[
			"a PNG of 100,000 × 100,000 pixels",
			pngOf({ width: 10, height: 10, stated: [100_000, 100_000] }),
			"image/png",
			422,
			"validation_failed",
		],
		[
			"a PNG of 4,097 × 4,097 pixels",
			pngOf({ width: 10, height: 10, stated: [4_097, 4_097] }),
			"image/png",
			422,
			"validation_failed",
		],
		[
			"a PNG with fewer pixels than it states",
			pngOf({ width: 10, height: 10, stated: [2_000, 2_000] }),
			"image/png",
			422,
			"media_unreadable",
		],
		["more than 256 KiB", noise(400, 300), "image/png", 413, "payload_too_large"],
	] as const)("is not %s", async (_, file, type, status, code) => {
		const owner = await api.createOrganization();

		const answer = await put(owner, file, { "content-type": type });

		expect(codeOf(answer)).toEqual([status, code]);
		expect((await owner.get(pathOf(owner))).body.data.logo).toBeNull();
	});

	test("keeps its address while it is the same, and a new one has another: the old address ends", async () => {
		const owner = await api.createOrganization();
		const first = (await put(owner, painted(1))).body.data.logo.url;

		const same = (await put(owner, painted(1))).body.data.logo.url;
		const second = (await put(owner, painted(2))).body.data.logo.url;

		expect(same).toBe(first);
		expect([codeOf(await at(first)), (await at(second)).status]).toEqual([[404, "not_found"], 200]);
	});

	test("is removed once, with its address", async () => {
		const owner = await api.createOrganization();
		const { url } = (await put(owner, petrol)).body.data.logo;

		const answers = await Promise.all([1, 2].map(() => owner.delete(`${pathOf(owner)}/logo`)));

		expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
		expect(codeOf(await at(url))).toEqual([404, "not_found"]);
	});

	test("of many at once, one stays, and its address works", async () => {
		const owner = await api.createOrganization();

		const answers = await Promise.all([1, 2, 3, 4].map((n) => put(owner, painted(n))));
		const { url } = (await owner.get(pathOf(owner))).body.data.logo;
		const shown = await Promise.all(answers.map(({ body }) => at(body.data.logo.url)));

		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		expect(shown.filter(({ status }) => status === 200)).toHaveLength(1);
		expect((await at(url)).status).toBe(200);
	});

	test("has an address that tells nothing: what it is not, it is in the same words", async () => {
		const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
		const { url } = (await put(owner, petrol)).body.data.logo;
		const own = String(url.split("/").at(-1));
		const ofOther = other.orgId.slice("org_".length) + own.slice(26);
		const unknown = `01jd0z7v9gf2nbrexx3vqjhp41${own.slice(26)}`;

		const answers = await Promise.all(
			[ofOther, unknown, `${own.slice(0, -1)}!`, own.slice(0, -1), "x"].map((end) => api.get(`/logos/${end}`)),
		);

		const words = answers.map(({ status, body }) => [status, body.error.code, body.error.detail]);
		expect(new Set(words.map((each) => JSON.stringify(each))).size).toBe(1);
		expect(words[0]?.slice(0, 2)).toEqual([404, "not_found"]);
	});

	test("is in the export of the organization", async () => {
		const owner = await api.createOrganization();
		const { url } = (await put(owner, petrol)).body.data.logo;
		await changed(owner, { displayName: "Exported" });

		const files = await privacy.exported(owner, "organization");

		expect(files.get("logo.png")?.bytes).toEqual((await at(url)).bytes);
		const [record] = recordsOf(files, "branding.jsonl");
		expect(record).toMatchObject({ displayName: "Exported", logoWidth: 40 });
		expect(record).not.toHaveProperty("logoToken");
	});

	inProcessTest("goes with its organization, from the disk as well", async () => {
		const owner = await api.createOrganization({ name: "Gone" });
		const { url } = (await put(owner, petrol)).body.data.logo;
		const token = await api.signInSystem();

		await api.request("DELETE", `/orgs/${owner.orgId}?force=true&confirm=Gone`, { token });
		await api.parley.services.jobs.runDue();

		expect(codeOf(await at(url))).toEqual([404, "not_found"]);
		expect(existsSync(join(api.config.dataDir, "blobs", owner.orgId))).toBe(false);
	});

	inProcessTest("that was replaced leaves the disk", async () => {
		const owner = await api.createOrganization();
		const objects = join(api.config.dataDir, "blobs", owner.orgId, "objects");
		await put(owner, painted(5));
		const { url } = (await put(owner, painted(6))).body.data.logo;
		const before = readdirSync(objects).length;

		api.advanceMs(60_000);
		await api.parley.services.jobs.runDue();

		expect([before, readdirSync(objects).length, (await at(url)).status]).toEqual([2, 1, 200]);
	});
});
