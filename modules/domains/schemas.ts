import { Type } from "@sinclair/typebox";

const Domain = Type.String({ maxLength: 253, description: "A domain name.", examples: ["example.edu"] });

/** The e-mail domains whose users an organization admits. */
export const AllowedDomains = Type.Array(Domain);

/** {@link AllowedDomains} in a request. */
export const AllowedDomainsRequest = Type.Array(Domain, { maxItems: 50 });
