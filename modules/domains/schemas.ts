import { Type } from "@sinclair/typebox";

const Domain = Type.String({ maxLength: 253, description: "A domain name.", examples: ["example.edu"] });

/** The domains whose people an organization lets in. */
export const AllowedDomains = Type.Array(Domain);

/** The same as a request sets them. */
export const AllowedDomainsRequest = Type.Array(Domain, { maxItems: 50 });
