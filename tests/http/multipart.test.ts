import { describe, expect, test } from "bun:test";
import { readMultipart } from "#http/multipart";
import { AppError } from "#kernel/errors";
import { PacedReader } from "#kernel/paced-reader";

const LIMITS = { maxBytes: 100_000, maxParts: 4 };
const TYPE = 'multipart/form-data; boundary="a b"';

/** Returns a request whose body arrives in chunks of `size` bytes. */
function requestOf(body: string | Uint8Array, size = 1_000_000, type = TYPE): Request {
	const bytes = Buffer.from(body);
	const stream = new ReadableStream<Uint8Array>({
		start(controller) {
			for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size));
			controller.close();
		},
	});
	return new Request("http://localhost/", { method: "POST", body: stream, headers: { "content-type": type } });
}

const part = (disposition: string, content: string, ...headers: string[]): string =>
	[`--a b`, `Content-Disposition: form-data; ${disposition}`, ...headers, "", content].join("\r\n");
const body = (...parts: string[]): string => `${parts.map((each) => `${each}\r\n`).join("")}--a b--\r\n`;

const chunksOf = ({ body }: Request) => body && new PacedReader(body, 1_000, () => 0);

async function read(request: Request): Promise<unknown[]> {
	const found: unknown[] = [];
	for await (const { name, isFile, text } of readMultipart(request, chunksOf(request), LIMITS))
		found.push([name, isFile, await text(50_000)]);
	return found;
}

/** Returns the code of the error that reading ends with. */
const outcome = (request: Request): Promise<string> =>
	read(request).then(
		() => "read",
		(error: unknown) => (error instanceof AppError ? error.code : String(error)),
	);

describe("a multipart body", () => {
	const CONTENT = body(
		part('name="model"', "whisper-1"),
		part('name="file"; filename="../../etc/passwd"', "a\r\n--a\r\n\r\n--a c\r\nb", "Content-Type: audio/wav"),
		part('name="empty"', ""),
	);
	const PARTS = [
		["model", false, "whisper-1"],
		["file", true, "a\r\n--a\r\n\r\n--a c\r\nb"],
		["empty", false, ""],
	];

	for (const size of [1, 2, 3, 7, 64, 1_000_000])
		test(`is read the same in chunks of ${size}`, async () => {
			expect(await read(requestOf(CONTENT, size))).toEqual(PARTS);
		});

	test("as programs send it is read", async () => {
		const form = new FormData();
		form.append("prompt", "Grüße, 世界");
		form.append("file", new File([new Uint8Array(70_000)], 'a"b.wav'));
		const request = new Request("http://localhost/", { method: "POST", body: form });

		const found: unknown[] = [];
		for await (const each of readMultipart(request, chunksOf(request), LIMITS)) found.push([each.name, each.isFile]);

		expect(found).toEqual([
			["prompt", false],
			["file", true],
		]);
	});

	test("may be left unread in part", async () => {
		const names: string[] = [];

		const request = requestOf(CONTENT, 5);
		for await (const { name } of readMultipart(request, chunksOf(request), LIMITS)) names.push(name);

		expect(names).toEqual(["model", "file", "empty"]);
	});

	const MALFORMED: readonly (readonly [what: string, body: string | Uint8Array])[] = [
		["is empty", ""],
		["begins with something else", `preamble\r\n${CONTENT}`],
		["ends within a part", CONTENT.slice(0, 80)],
		["ends before its last boundary", CONTENT.slice(0, -8)],
		["has a part without a name", body(part('filename="x"', "y"))],
		["has a part that is no form-data", body("--a b\r\nContent-Disposition: attachment; name=x\r\n\r\ny")],
		["has a part without headers", body("--a b\r\n\r\n\r\ny")],
		["has a damaged header", body(part('name="x"', "y", "no colon"))],
		["has endless headers", body(part('name="x"', "y", `X: ${"z".repeat(10_000)}`))],
		["has a part in base64", body(part('name="x"', "eQ==", "Content-Transfer-Encoding: base64"))],
		["has too many parts", body(...Array.from({ length: 5 }, (_, index) => part(`name="p${index}"`, "")))],
		["has text that is not UTF-8", Buffer.from(body(part('name="x"', "\xff\xfe")), "latin1")],
		["has a long text", body(part('name="x"', "y".repeat(60_000)))],
	];
	for (const [what, content] of MALFORMED)
		test(`that ${what} is refused`, async () => {
			expect(await outcome(requestOf(content, 1000))).toBe("invalid_request");
		});

	test("without a boundary in its type is refused", async () => {
		const types = [
			"multipart/form-data",
			"multipart/form-data; boundary=",
			`multipart/form-data; boundary=${"x".repeat(71)}`,
		];

		expect(await Promise.all(types.map((type) => outcome(requestOf(CONTENT, 1000, type))))).toEqual(
			types.map(() => "invalid_request"),
		);
	});

	test("that never ends is refused at its limit, without being kept", async () => {
		const head = Buffer.from(`--a b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`);
		let sent = 0;
		const endless = new ReadableStream<Uint8Array>({
			start: (controller) => controller.enqueue(head),
			pull(controller) {
				sent += 10_000;
				controller.enqueue(new Uint8Array(10_000));
			},
		});
		const request = new Request("http://localhost/", {
			method: "POST",
			body: endless,
			headers: { "content-type": TYPE },
		});

		expect(await outcome(request)).not.toBe("read");
		expect(sent).toBeLessThan(LIMITS.maxBytes + 50_000);
	});
});
