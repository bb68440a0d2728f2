import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { deleteOrphansNow } from "#platform/artifacts";
import { recordsOf } from "#tests/support/archives";
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
		await owner.patch(pathOf(owner), { displayName: "Exported" });

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

		await deleteOrphansNow(api.store, api.parley.services.jobs);
		await api.parley.services.jobs.runDue("blobs.delete");

		expect([before, readdirSync(objects).length, (await at(url)).status]).toEqual([2, 1, 200]);
	});
});
