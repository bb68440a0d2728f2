export { createPagesModule } from "./module.ts";
export { UNKNOWN_ADDRESS_PAGES } from "./unknown-address-page.ts";
export { UNSUBSCRIBE_PAGES } from "./unsubscribe-pages.ts";
