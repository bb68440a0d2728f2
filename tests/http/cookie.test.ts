import { expect, test } from "bun:test";
import { createCookie } from "#http/cookie";

const secure = { origin: "https://api.example.edu", prefix: "" };

test.each([
	[secure, "links", "__Host-c=v; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure"],
	[secure, "forms", "__Host-c=v; Max-Age=60; Path=/; HttpOnly; SameSite=None; Partitioned; Secure"],
	[
		{ ...secure, prefix: "/v1" },
		"forms",
		"c=v; Max-Age=60; Path=/v1/lti; HttpOnly; SameSite=None; Partitioned; Secure",
	],
	// Browsers refuse SameSite=None without https.
	[{ origin: "http://localhost:3000", prefix: "" }, "forms", "c=v; Max-Age=60; Path=/lti; HttpOnly; SameSite=Lax"],
] as const)(
	"A cookie of %j that %s of other sites send has the strongest attributes they allow",
	(site, from, expected) => {
		expect(createCookie(site, "c", "/lti", from).set("v", 60)).toBe(expected);
	},
);
