// As much of React's types as these pages use: React does not bring its own.

declare module 'react' {
  export type ReactNode = unknown;
  export function createElement(type: unknown, props?: object | null, ...children: ReactNode[]): ReactNode;
  export function useEffect(run: () => void, on: readonly unknown[]): void;
}

declare module 'react-dom/client' {
  export function createRoot(host: Element): { render(node: unknown): void };
}
