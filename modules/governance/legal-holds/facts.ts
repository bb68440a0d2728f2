import { defineFacts } from "#platform/unit-of-work";
import { LegalHold } from "./schemas.ts";

/** Facts about legal holds. */
export const facts = defineFacts("legal_hold", {
	"legal_hold.place": { event: "legal_hold.placed", payload: LegalHold, category: "organization" },
	"legal_hold.read_former_text": { event: null, because: "reading changes nothing", category: "organization" },
	"legal_hold.release": { event: "legal_hold.released", payload: LegalHold, category: "organization" },
});
