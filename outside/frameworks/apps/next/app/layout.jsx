// What every page of the application has around it.

export const metadata = { title: 'Next' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
