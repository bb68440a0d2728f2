/** What docs/openapi.json must satisfy: every rule of Spectral for OpenAPI, no warnings. */
import { oas } from "@stoplight/spectral-rulesets";

/**
 * Where examples are: of responses, those that do not refer to a component, which is looked at as such. Spectral follows references
 * first, and would compile the schema of each shared error response for all operations that answer with it.
 */
const PLACES = [
	"$.components",
	"$.paths[*][*].parameters",
	"$.paths[*][*].requestBody",
	"$.paths[*][*].responses[?(@property < '400')]",
];
const MEDIA = "[?(@ && @.schema && (@.example !== void 0 || @.examples))]";
const SCHEMA =
	"[?(@property !== 'properties' && @ && (@.example !== void 0 || @.default !== void 0) && (@.enum || @.type || @.format || @.$ref || @.properties || @.items))]";
const everywhere = (name, what) => ({ ...oas.rules[name], given: PLACES.map((place) => `${place}..${what}`) });

// biome-ignore lint/style/noDefaultExport: Spectral reads this one.
export default {
	extends: [[oas, "all"]],
	rules: {
		"oas3-valid-media-example": everywhere("oas3-valid-media-example", MEDIA),
		"oas3-valid-schema-example": everywhere("oas3-valid-schema-example", SCHEMA),
		// An installation has a URL; whose mail address answers for it we do not know.
		"contact-properties": "off",
		// The licence is not published.
		"license-url": "off",
		// Tags come in the order in which a newcomer meets them.
		"openapi-tags-alphabetical": "off",
		// It wants OAuth scopes; since OpenAPI 3.1 a bearer scheme may name those it needs. Redocly checks that schemes exist.
		"oas3-operation-security-defined": "off",
	},
};
