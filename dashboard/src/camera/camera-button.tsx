import { t } from '../messages/first.ts';
import { Observable } from '../state/observable.ts';
import { Button } from '../ui/button.tsx';

export const isCameraOpen = new Observable(false);

/**
 * Opens or closes the camera for scanning. Touch screens show this button beside the field for
 * codes.
 */
export function CameraButton() {
  return (
    <Button
      icon="camera"
      className="touch-only"
      aria-label={t('app.scanWithCamera')}
      onPress={() => isCameraOpen.set(!isCameraOpen.value)}
    />
  );
}
