import { describe, expect, test } from "bun:test";
import { signS3 } from "#adapters/s3-request";

/** The examples of "Signature Calculations for the Authorization Header" in the reference of Amazon S3. */
const EXAMPLES = [
	{
		name: "an object, and a range of it",
		request: { method: "GET", path: "/test.txt" },
		headers: { range: "bytes=0-9" },
		signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
	},
	{
		name: "an upload with a body",
		request: { method: "PUT", path: "/test%24file.text", body: "Welcome to Amazon S3." },
		headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
		signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
	},
	{
		name: "a parameter without a value",
		request: { method: "GET", path: "/?lifecycle=" },
		headers: {},
		signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
	},
	{
		name: "parameters",
		request: { method: "GET", path: "/?max-keys=2&prefix=J" },
		headers: {},
		signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
	},
];

const WHO = {
	accessKeyId: "AKIAIOSFODNN7EXAMPLE",
	secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
	region: "us-east-1",
};

describe("a request to S3", () => {
	test.each(EXAMPLES)("is signed as Amazon does it: $name", ({ request, headers, signature }) => {
		const { path, ...rest } = request;
		const url = new URL(path, "https://examplebucket.s3.amazonaws.com");

		const signed = signS3(WHO, { ...rest, url }, new Date("2013-05-24T00:00:00Z"), headers);

		expect(signed.authorization).toEndWith(`Signature=${signature}`);
	});
});
