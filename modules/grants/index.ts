export { assertMayGive, assertMayGiveRole, type Grantor, grantorOf, mayGive, mayGiveRole } from "./grants.ts";
