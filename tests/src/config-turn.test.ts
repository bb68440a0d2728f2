import { describe, expect, test } from "bun:test";
import { ConfigError, loadConfig } from "#src/config";

const load = (variables: Readonly<Record<string, string>>) =>
	loadConfig((name) => variables[name], Object.keys(variables), false);

describe("the configuration of the relay", () => {
	const cases: readonly (readonly [name: string, value: string, fault: string])[] = [
		["TURN_PORT", "turn", 'TURN_PORT: expected a whole number from 0 to 65535, got "turn"'],
		["TURN_URL", "https://x.y", 'TURN_URL: "https://x.y" is not an address such as turns:turn.example.edu:443'],
		[
			"TURN_URL",
			"turn:x.y?transport=udp",
			'TURN_URL: "turn:x.y?transport=udp" is not an address such as turns:turn.example.edu:443',
		],
		["TURN_SECRET", "too-short", "TURN_SECRET: expected at least 16 characters"],
		["TURN_TLS_CERT", "/etc/cert.pem", "TURN_TLS_CERT: expected a certificate in PEM (-----BEGIN …)"],
		["TURN_TLS_CERT", "-----BEGIN CERTIFICATE-----", "TURN_TLS_KEY: is required because TURN_TLS_CERT is set"],
		["TURN_EXTERNAL_ADDRESS", "x", "TURN_EXTERNAL_ADDRESS: no such variable"],
		["MEDIA_WORKER", "yes", 'MEDIA_WORKER: expected on, off, got "yes"'],
		["MEDIA_PORT", "70000", 'MEDIA_PORT: expected a whole number from 0 to 65535, got "70000"'],
		[
			"MEDIA_HOST",
			"192.0.2.7,https://x.y",
			'MEDIA_HOST: "https://x.y" is not an address or a host name such as media.example.edu',
		],
		["ICE_SERVERS", "stun:x.y", "ICE_SERVERS: expected JSON: an array of servers"],
		["ICE_SERVERS", "{}", "ICE_SERVERS: expected an array of up to 16 servers"],
		...[
			"[{}]",
			'[{"urls":"https://x.y"}]',
			'[{"urls":"turn:x.y"}]',
			'[{"urls":["turn:x.y"],"username":"u"}]',
			'[{"urls":"turn:x.y","username":"u","credential":"c","secret":"s"}]',
			'[{"urls":"stun:x.y","password":"hunter2"}]',
		].map((servers): [string, string, string] => [
			"ICE_SERVERS",
			servers,
			'ICE_SERVERS: server 1 needs "urls" (stun:, stuns:, turn:, turns:), and for TURN "username" and "credential", or "secret"',
		]),
	];
	test.each(cases)("%s=%s stops the start with a line that says what is expected", (name, value, fault) => {
		try {
			load({ [name]: value });
			throw new Error("it was accepted");
		} catch (error) {
			if (!(error instanceof ConfigError)) throw error;
			expect(error.errors).toContain(fault);
			expect(error.message).not.toContain("hunter2");
		}
	});

	test("is off by default, and completes the addresses of browsers", () => {
		expect(load({}).turn).toMatchObject({ port: undefined, tls: undefined, urls: [], others: [] });
		expect(load({ TURN_PORT: "3478", TURN_URL: "turns:a.b:443,turn:a.b?transport=tcp" }).turn).toMatchObject({
			host: "0.0.0.0",
			port: 3478,
			urls: ["turns:a.b:443?transport=tcp", "turn:a.b?transport=tcp"],
			bytesPerSecond: 12_500_000,
		});
	});
});
