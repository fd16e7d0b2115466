// The usual configuration of Vite with React.

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [react()], build: { target: 'es2023' } });
