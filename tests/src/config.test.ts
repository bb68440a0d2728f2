import { describe, expect, test } from "bun:test";
import { ConfigError, loadConfig } from "#src/config";
import { VARIABLES } from "#src/config/variables";

type Variables = Readonly<Record<string, string>>;

/** The configuration these variables make, read on no terminal. */
const load = (variables: Variables) => loadConfig((name) => variables[name], Object.keys(variables), false);

/** The faults these variables are answered with; none when they are usable. */
function faultsOf(variables: Variables): readonly string[] {
	try {
		load(variables);
		return [];
	} catch (error) {
		if (error instanceof ConfigError) return error.errors;
		throw error;
	}
}

const KEY = Buffer.alloc(32, 7).toString("base64");

describe("the configuration", () => {
	test("needs nothing: every variable has a default or stands for a feature that is off", () => {
		const config = load({});

		expect(config).toMatchObject({
			host: "127.0.0.1",
			port: 3000,
			publicUrl: { href: "http://localhost:3000", origin: "http://localhost:3000", prefix: "" },
			allowedHosts: ["localhost", "127.0.0.1", "[::1]"],
			databaseUrl: "sqlite:data/parley.db",
			signup: "open",
			passwordMinLength: 15,
			log: { level: "info", format: "json" },
			rateLimits: { enabled: true },
			production: false,
		});
		expect([config.s3, config.oidc, config.smtp, config.admin, config.encryptionKeys]).toEqual(
			Array(5).fill(undefined),
		);
	});

	test("lets load balancers take notice of the end, unless a person waits for it", () => {
		const delayFor = (terminal: boolean, variables: Variables) =>
			loadConfig((name) => variables[name], Object.keys(variables), terminal).shutdownDelaySeconds;

		const seconds = [delayFor(false, {}), delayFor(true, {}), delayFor(true, { SHUTDOWN_DELAY_SECONDS: "9" })];

		expect(seconds).toEqual([3, 0, 9]);
		expect(faultsOf({ SHUTDOWN_DELAY_SECONDS: "61" })).toHaveLength(1);
	});

	test("takes the path prefix of PUBLIC_URL and drops its last slash", () => {
		const { publicUrl, allowedHosts } = load({ PUBLIC_URL: "https://Api.Example.edu/api/dev/" });

		expect(publicUrl).toEqual({
			href: "https://api.example.edu/api/dev",
			origin: "https://api.example.edu",
			prefix: "/api/dev",
		});
		expect(allowedHosts).toEqual(["api.example.edu", "localhost", "127.0.0.1", "[::1]"]);
	});

	test("treats a variable that is set to nothing as not set", () => {
		expect(load({ PORT: "", OIDC_ISSUER: "" })).toMatchObject({ port: 3000, oidc: undefined });
	});

	test("is readable on a terminal and JSON elsewhere, unless told", () => {
		const formatFor = (terminal: boolean, variables: Variables) =>
			loadConfig((name) => variables[name], Object.keys(variables), terminal).log.format;

		expect([formatFor(true, {}), formatFor(false, {}), formatFor(true, { LOG_FORMAT: "json" })]).toEqual([
			"pretty",
			"json",
			"json",
		]);
	});

	test("overrides single rate limits and leaves the others", () => {
		const { rateLimits } = load({ RATE_LIMITS: "read=6000/60, auth-ip=1/3600" });

		expect(rateLimits.enabled).toBe(true);
		expect(rateLimits.policies.read).toEqual({ name: "read", quota: 6000, windowSeconds: 60 });
		expect(rateLimits.policies["auth-ip"]).toEqual({ name: "auth-ip", quota: 1, windowSeconds: 3600, isShared: true });
		expect(rateLimits.policies.write).toEqual({ name: "write", quota: 120, windowSeconds: 60 });
	});

	test("brings the variables of one feature together", () => {
		const config = load({
			OIDC_ISSUER: "http://127.0.0.1:9000/op",
			OIDC_AUDIENCE: "parley",
			OIDC_SCOPES: "openid email",
			OIDC_CLAIM_ORG_ID: "tenant",
			TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1,::1",
			ENCRYPTION_KEY: KEY,
			RATE_LIMITS: "off",
		});

		expect(config.oidc).toEqual({
			issuer: "http://127.0.0.1:9000/op",
			audience: "parley",
			clientId: undefined,
			clientSecret: undefined,
			scopes: ["openid", "email"],
			claimNames: { orgId: "tenant", role: "role", scope: "scope" },
		});
		expect(config.trustedProxies).toEqual(["10.0.0.0/8", "192.0.2.1/32", "::1/128"]);
		expect(config.encryptionKeys).toEqual([new Uint8Array(32).fill(7)]);
		expect(config.rateLimits.enabled).toBe(false);
	});
});

describe("the README", () => {
	test("names every variable", async () => {
		const readme = await Bun.file("README.md").text();

		expect(Object.keys(VARIABLES).filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
	});

	test("names no variable in its table that there is not", async () => {
		const rows = (await Bun.file("README.md").text()).matchAll(/^\| (`[A-Z][^|]*) \|/gm);
		const named = [...rows].flatMap(([, cell = ""]) => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name));

		expect(named.length).toBeGreaterThan(60);
		expect(named.filter((name) => !Object.hasOwn(VARIABLES, name ?? ""))).toEqual([]);
	});
});

describe("faulty configuration", () => {
	const cases: readonly (readonly [name: string, value: string, fault: string])[] = [
		["PORT", "65536", 'PORT: expected a whole number from 0 to 65535, got "65536"'],
		["PORT", "0x10", 'PORT: expected a whole number from 0 to 65535, got "0x10"'],
		["PORT", "-1", 'PORT: expected a whole number from 0 to 65535, got "-1"'],
		["SIGNUP", "shut", 'SIGNUP: expected open, invite, closed, got "shut"'],
		["WEBHOOK_ALLOW_HTTP", "yes", 'WEBHOOK_ALLOW_HTTP: expected true or false, got "yes"'],
		["PUBLIC_URL", "ftp://x.y", "PUBLIC_URL: expected a URL that starts with http:// or https://"],
		["PUBLIC_URL", "https://x.y/?a", "PUBLIC_URL: a URL without query (?…) is expected"],
		["PUBLIC_URL", "https://x.y/#a", "PUBLIC_URL: a URL without fragment (#…) is expected"],
		["PUBLIC_URL", "https://u:p@x.y", "PUBLIC_URL: a URL without user and password is expected"],
		["PUBLIC_URL", "https://x.y/a//b", "PUBLIC_URL: its path may hold letters, digits and . _ ~ - only"],
		["TRUSTED_PROXIES", "127.1/8", 'TRUSTED_PROXIES: "127.1/8" is neither an address nor a CIDR such as 10.0.0.0/8'],
		["CORS_ORIGINS", "*", 'CORS_ORIGINS: "*" is not an exact origin such as https://app.example.edu'],
		[
			"CORS_ORIGINS",
			"https://a.b/",
			'CORS_ORIGINS: "https://a.b/" is not an exact origin such as https://app.example.edu; did you mean https://a.b?',
		],
		["ALLOWED_HOSTS", "http://a.b", 'ALLOWED_HOSTS: "http://a.b" is not a host name without scheme and port'],
		["DNS_RESOLVERS", "one.one", 'DNS_RESOLVERS: "one.one" is not an address with an optional port'],
		["RATE_LIMITS", "read=5", 'RATE_LIMITS: "read=5" is neither "on", "off" nor <policy>=<requests>/<seconds>'],
		["METRICS_TOKEN", "short-token", "METRICS_TOKEN: expected at least 16 characters"],
		["ENCRYPTION_KEY", "c2hvcnQ=", "ENCRYPTION_KEY: expected 32 bytes in base64 (openssl rand -base64 32)"],
		["DATABASE_URL", "mysql://u:hunter2@h/d", "DATABASE_URL: expected sqlite:<file> or postgres://…"],
		...["hun/ter2", "hun#ter2", "hun?ter2", "1#hunter2", "1/hunter2", "hunter%", "hunter2%zz"].flatMap((password) =>
			[
				["DATABASE_URL", "postgres:", "/parley"],
				["REDIS_URL", "rediss:", ""],
				["SMTP_URL", "smtp:", ":587"],
			].map(([name = "", scheme, end]): [string, string, string] => [
				name,
				`${scheme}//parley:${password}@db.example.edu${end}`,
				`${name}: is not a URL as it stands: percent-encode special characters of its user and password (%2F for /, %23 for #, %3F for ?, %40 for @, %25 for %)`,
			]),
		),
		["OIDC_AUDIENCE", "x", "OIDC_ISSUER: is required because OIDC_AUDIENCE is set"],
		["ADMIN_EMAIL", "a@example.edu", "ADMIN_PASSWORD: is required because ADMIN_EMAIL is set"],
		["S3_BUKET", "x", "S3_BUKET: no such variable; did you mean S3_BUCKET?"],
		["DATABASE_URI", "x", "DATABASE_URI: no such variable; did you mean DATABASE_URL?"],
		["PUBILC_URL_FILE", "/x", "PUBILC_URL_FILE: no such variable; did you mean PUBLIC_URL?"],
		["PARLEY_PORT", "3000", "PARLEY_PORT: no such variable; did you mean PORT?"],
		["database_url", "sqlite:x", "database_url: no such variable; did you mean DATABASE_URL?"],
		["Admin_Email_FILE", "/x", "Admin_Email_FILE: no such variable; did you mean ADMIN_EMAIL?"],
		["parley_port", "3000", "parley_port: no such variable; did you mean PORT?"],
		["PORTS", "3000", "PORTS: no such variable; did you mean PORT?"],
		["SMTP_PORT", "587", "SMTP_PORT: no such variable; did you mean SMTP_URL?"],
		["SMTP_PASSWORD_FILE", "/x", "SMTP_PASSWORD_FILE: no such variable; did you mean SMTP_URL?"],
		["OIDC_FLAVOUR", "x", "OIDC_FLAVOUR: no such variable"],
	];
	for (const [name, value, fault] of cases) {
		test(`${name}=${value} stops the start with a line that says what is expected`, () => {
			expect(faultsOf({ [name]: value })).toContain(fault);
		});
	}

	test.each([
		"postgres://parley:hun%2Fter2@db.example.edu/parley?sslmode=require",
		"postgresql:///parley",
		"postgres://parley@edu:hun@ter2@[::1]:5432/parley",
		"sqlite:/srv/a#b@c/parley.db",
	])("accepts DATABASE_URL=%s", (url) => {
		expect(load({ DATABASE_URL: url }).databaseUrl).toBe(url);
	});

	test("is reported as a whole, one line for each fault", () => {
		const faults = faultsOf({ PORT: "x", LOG_LEVEL: "loud", S3_BUCKET: "b", OIDC_ISSUER: "http://op.example.edu" });

		expect(faults.map((fault) => fault.split(":")[0])).toEqual([
			"PORT",
			"LOG_LEVEL",
			"S3_ENDPOINT",
			"S3_ACCESS_KEY_ID",
			"S3_SECRET_ACCESS_KEY",
			"OIDC_AUDIENCE",
			"OIDC_ISSUER",
		]);
	});

	test("never shows a secret", () => {
		const SECRET = "hunter2hunter2";
		const secrets = Object.entries(VARIABLES).filter(([, { secret }]) => secret);
		const variables = Object.fromEntries(secrets.map(([name]) => [name, SECRET]));

		const message = new ConfigError(faultsOf(variables)).message;

		expect(message).toContain("METRICS_TOKEN");
		expect(message).not.toContain(SECRET);
	});

	test("refuses a first administrator whose password the service itself would refuse", () => {
		const admin = { ADMIN_EMAIL: "a@example.edu", ADMIN_PASSWORD: "fourteen chars" };

		expect(faultsOf(admin)).toEqual(["ADMIN_PASSWORD: expected at least 15 characters (PASSWORD_MIN_LENGTH)"]);
		expect(faultsOf({ ...admin, PASSWORD_MIN_LENGTH: "14" })).toEqual([]);
	});

	test("refuses a size of the caches that is none", () => {
		const faults = ["7", "65537", "64.5", "64M"].map((CACHE_MB) => faultsOf({ CACHE_MB }));

		expect(faults.map(([fault]) => fault)).toEqual(
			["7", "65537", "64.5", "64M"].map(
				(given) => `CACHE_MB: expected a whole number from 8 to 65536, got ${JSON.stringify(given)}`,
			),
		);
		expect(faultsOf({ CACHE_MB: "8" })).toEqual([]);
	});

	test("names the variable whose file cannot be read", () => {
		const read = (name: string) => {
			if (name === "METRICS_TOKEN") throw Object.assign(new Error("no"), { code: "ENOENT" });
			return undefined;
		};

		expect(() => loadConfig(read, ["METRICS_TOKEN_FILE"])).toThrow(
			"METRICS_TOKEN_FILE: the file cannot be read (ENOENT)",
		);
	});

	test("is not what belongs to others", () => {
		const foreign = [
			"PATH",
			"HOME",
			"NODE_ENV",
			"HOSTNAME",
			"LOGNAME",
			"MAIL",
			"TERM",
			"POST",
			"TZ",
			"npm_config_cache",
		];
		const links = [
			"REDIS_PORT_6379_TCP_ADDR",
			"SMTP_SERVICE_HOST",
			"SMTP_SERVICE_PORT",
			"S3_PORT",
			"METRICS_SERVICE_PORT_HTTP",
		];
		const numbers = { SMTP_SERVICE_PORT: "25", PARLEY_SERVICE_PORT: "3000", PARLEY_PORT: "tcp://10.0.0.1:3000" };

		const faults = faultsOf({
			...Object.fromEntries([...foreign, ...links, "PARLEY_TEST_TARGET"].map((name) => [name, "x"])),
			...numbers,
		});

		expect(faults).toEqual([]);
	});
});
