// What the engine needs beyond ECMAScript and every runtime has.

interface URL {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
}
declare const URL: { new (url: string, base?: string): URL };
