import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast';
import { Icon } from '../controls/icon.tsx';
import { toasts } from './notices.ts';

export function Toasts() {
  return (
    <ToastRegion queue={toasts} className="toasts" aria-label="What has just happened">
      {({ toast }) => {
        const { text, tone, action } = toast.content;
        return (
          <Toast toast={toast} className="toast" data-tone={tone}>
            <Icon name={tone === 'good' ? 'check' : 'warning'} />
            <ToastContent className="toast-text">
              <Text slot="title">{text}</Text>
            </ToastContent>
            {action !== undefined && (
              <Button
                className="button"
                onPress={() => {
                  toasts.close(toast.key);
                  action.run();
                }}
              >
                {action.label}
              </Button>
            )}
            <Button slot="close" className="button" data-plain data-square aria-label="Dismiss">
              <Icon name="close" />
            </Button>
          </Toast>
        );
      }}
    </ToastRegion>
  );
}
