import { createHmac } from "node:crypto";

/** The parts of Stripe's objects that tests look at. */
interface Intent {
	readonly id: string;
	readonly object: "payment_intent";
	readonly amount: number;
	readonly currency: string;
	readonly customer: string;
	readonly metadata: Record<string, string>;
	status: string;
	amount_received: number;
	last_payment_error: { readonly code: string; readonly decline_code: string } | null;
}

/** A stand-in for the HTTP API of Stripe, with as much of it as Parley uses. */
export interface StripeServer {
	readonly url: string;
	/** Variables by which an installation is connected to it. */
	readonly env: Readonly<Record<string, string>>;
	/** Requests, oldest first: method, path and form, in one line. */
	readonly requests: readonly string[];
	readonly intents: ReadonlyMap<string, Intent>;
	/** Ids of the methods of a customer, the newest first. */
	methodsOf(customer: string): readonly string[];
	/** Takes a method from its customer, as people do on Stripe's pages. */
	detach(token: string): void;
	/** Ends a payment that is being processed. */
	succeed(intent: string): void;
	/** Answers the next requests with this status; 0: as usual. */
	fail(status: number): void;
	/** Returns the body of an event and its signature. @param signedAtMs when it claims to be signed */
	sign(event: Record<string, unknown>, signedAtMs: number): { readonly raw: string; readonly signature: string };
	close(): Promise<void>;
}

const SECRET = "whsec_of_the_stand_in";

/** Returns the body of an event and its signature, as Stripe sends them. @param signedAtMs when it claims to be signed */
export function signEvent(event: Record<string, unknown>, signedAtMs: number) {
	const raw = JSON.stringify(event);
	const seconds = Math.floor(signedAtMs / 1_000);
	const digest = createHmac("sha256", SECRET).update(`${seconds}.${raw}`).digest("hex");
	return { raw, signature: `t=${seconds},v1=${digest}` };
}

/** Starts the stand-in on a free port. Methods decline, or take long, by what their id contains: `declined`, `slow`. */
export function startStripe(): StripeServer {
	const requests: string[] = [];
	const intents = new Map<string, Intent>();
	const customers = new Map<string, string[]>();
	const answers = new Map<string, { readonly status: number; readonly body: unknown }>();
	let failing = 0;
	let ids = 0;

	const error = (status: number, type: string, code: string, more: object = {}) => ({
		status,
		body: { error: { type, code, message: code, ...more } },
	});

	function createIntent(form: URLSearchParams) {
		const token = form.get("payment_method") ?? "";
		const isDeclined = token.includes("declined");
		const status = isDeclined ? "requires_payment_method" : token.includes("slow") ? "processing" : "succeeded";
		const metadata = Object.fromEntries(
			["orgId", "invoiceId", "paymentId"].map((name) => [name, form.get(`metadata[${name}]`) ?? ""]),
		);
		const intent: Intent = {
			id: `pi_${++ids}`,
			object: "payment_intent",
			amount: Number(form.get("amount")),
			currency: form.get("currency") ?? "",
			customer: form.get("customer") ?? "",
			metadata,
			status,
			amount_received: status === "succeeded" ? Number(form.get("amount")) : 0,
			last_payment_error: isDeclined ? { code: "card_declined", decline_code: "insufficient_funds" } : null,
		};
		intents.set(intent.id, intent);
		if (!isDeclined) return { status: 200, body: intent };
		return error(402, "card_error", "card_declined", { decline_code: "insufficient_funds", payment_intent: intent });
	}

	const methodOf = (id: string) => ({
		id,
		object: "payment_method",
		type: "card",
		card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2031 },
	});

	function answer(method: string, path: string, form: URLSearchParams) {
		const [, , what = "", id = "", action = ""] = path.split("/");
		if (what === "customers" && method === "POST") {
			const customer = `cus_${++ids}`;
			customers.set(customer, []);
			return { status: 200, body: { id: customer, object: "customer" } };
		}
		if (what === "customers" && action === "payment_methods")
			return { status: 200, body: { object: "list", has_more: false, data: (customers.get(id) ?? []).map(methodOf) } };
		if (what === "payment_methods" && action === "attach") {
			if (id.includes("unknown")) return error(404, "invalid_request_error", "resource_missing");
			const owner = customers.get(form.get("customer") ?? "");
			if (owner && !owner.includes(id)) owner.unshift(id);
			return { status: 200, body: methodOf(id) };
		}
		if (what === "payment_methods" && action === "detach") {
			detach(id);
			return { status: 200, body: methodOf(id) };
		}
		if (what === "payment_intents" && method === "POST") return createIntent(form);
		if (what === "payment_intents" && id !== "") return { status: 200, body: intents.get(id) };
		if (what === "payment_intents")
			return { status: 200, body: { object: "list", has_more: false, data: [...intents.values()] } };
		if (what === "checkout" || what === "billing_portal")
			return { status: 200, body: { id: "cs_1", url: `https://${what}.stripe.example/${++ids}` } };
		return error(404, "invalid_request_error", "resource_missing");
	}

	function detach(token: string): void {
		for (const [customer, methods] of customers)
			customers.set(
				customer,
				methods.filter((each) => each !== token),
			);
	}

	const http = Bun.serve({
		hostname: "127.0.0.1",
		port: 0,
		async fetch(request) {
			const { pathname, search } = new URL(request.url);
			const text = await request.text();
			requests.push(`${request.method} ${pathname}${search} ${text}`.trim());
			if (failing > 0) return Response.json(error(failing, "api_error", "api_error").body, { status: failing });
			const key = request.headers.get("idempotency-key");
			// The client makes up a key of its own for what has none.
			const known = key === null ? undefined : answers.get(`${pathname} ${key}`);
			const made = known ?? answer(request.method, pathname, new URLSearchParams(text));
			if (key !== null) answers.set(`${pathname} ${key}`, made);
			return Response.json(made.body, { status: made.status });
		},
	});

	const url = `http://127.0.0.1:${http.port}`;
	return {
		url,
		env: { STRIPE_SECRET_KEY: "sk_test_stand_in", STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_BASE: url },
		requests,
		intents,
		methodsOf: (customer) => customers.get(customer) ?? [],
		detach,
		succeed(id) {
			const intent = intents.get(id);
			if (intent) Object.assign(intent, { status: "succeeded", amount_received: intent.amount });
		},
		fail(status) {
			failing = status;
		},
		sign: signEvent,
		close: () => http.stop(true),
	};
}
